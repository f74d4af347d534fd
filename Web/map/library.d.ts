// The types of MapLibre GL JS as far as the page uses them: the script brings no types of its own. Longitude first, as
// the library has it.

interface LngLat {
    lng: number;
    lat: number;
}

interface ScreenPoint {
    x: number;
    y: number;
}

/** An event of the map; which parts it has depends on the event. `follow` is the page's own mark of a move that follows me. */
interface MapEvent {
    lngLat: LngLat;
    point: ScreenPoint;
    points: ScreenPoint[];
    originalEvent: any;
    follow?: boolean;
    id: string;
    error: Error;
    type: string;
    preventDefault(): void;
}

interface MapFeature {
    properties: Record<string, any>;
    geometry: any;
    layer: any;
    sourceLayer?: string;
    id?: number | string;
}

interface MapSource {
    setData(data: unknown): void;
    setTiles(tiles: string[]): void;
    serialize(): any;
    getClusterExpansionZoom(cluster: number): Promise<number>;
    /** Of a source with a picture. */
    coordinates?: MapLngLat[];
    setCoordinates(coordinates: MapLngLat[]): this;
    updateImage(options: { url: string; coordinates: MapLngLat[] }): this;
}

type MapBounds = [number, number, number, number] | number[];
type MapLngLat = [number, number] | number[];

/** The map of the library. Sources and layers are there only once a style is loaded. */
interface LibraryMap {
    on(event: string, heard: (event: MapEvent) => unknown): this;
    on(event: string, layer: string | string[], heard: (event: MapEvent) => unknown): this;
    once(event: string, heard: (event: MapEvent) => unknown): this;
    off(event: string, heard: (event: MapEvent) => unknown): this;
    addControl(control: unknown, corner?: string): this;
    getContainer(): HTMLElement;
    getCanvas(): HTMLCanvasElement;
    getCenter(): LngLat;
    getZoom(): number;
    getBearing(): number;
    getPitch(): number;
    getBounds(): any;
    project(at: MapLngLat): ScreenPoint;
    unproject(at: [number, number] | ScreenPoint): LngLat;
    easeTo(options: Record<string, any>, event?: Record<string, any>): this;
    jumpTo(options: Record<string, any>): this;
    fitBounds(bounds: MapBounds, options: Record<string, any>): this;
    cameraForBounds(bounds: MapBounds, options: Record<string, any>): any;
    setStyle(style: unknown, options?: Record<string, any>): this;
    getStyle(): any;
    getSource(id: string): MapSource | undefined;
    addSource(id: string, source: Record<string, any>): this;
    removeSource(id: string): this;
    addLayer(layer: Record<string, any>, before?: string): this;
    removeLayer(id: string): this;
    getLayer(id: string): { sourceLayer?: string } | undefined;
    getFilter(layer: string): any;
    setFilter(layer: string, filter: unknown): this;
    setLayerZoomRange(layer: string, from: number, to: number): this;
    getLayoutProperty(layer: string, name: string): any;
    setLayoutProperty(layer: string, name: string, value: unknown): this;
    getPaintProperty(layer: string, name: string): any;
    setPaintProperty(layer: string, name: string, value: unknown): this;
    queryRenderedFeatures(where: unknown, options?: { layers: string[] }): MapFeature[];
    querySourceFeatures(source: string, options?: Record<string, any>): MapFeature[];
    hasImage(id: string): boolean;
    listImages(): string[];
    addImage(id: string, image: unknown, options?: Record<string, any>): void;
    removeImage(id: string): void;
    redraw(): this;
    scrollZoom: { setWheelZoomRate(rate: number): void };
    dragPan: { enable(): void; disable(): void };
}

/** An element that the library keeps at a position. */
interface LibraryMarker {
    setLngLat(at: MapLngLat): this;
    getLngLat(): LngLat;
    addTo(map: LibraryMap): this;
    remove(): this;
    getElement(): HTMLElement;
    setRotation(degrees: number): this;
    on(event: string, heard: () => unknown): this;
}

declare const maplibregl: {
    Map: new (options: Record<string, any>) => LibraryMap;
    Marker: new (options: Record<string, any>) => LibraryMarker;
    ScaleControl: new (options: Record<string, any>) => unknown;
    AttributionControl: new (options?: Record<string, any>) => unknown;
    getRTLTextPluginStatus(): string;
    setRTLTextPlugin(address: string, isLazy: boolean): void;
    addProtocol(name: string, load: (request: any, abort: AbortController) => Promise<any>): void;
};
