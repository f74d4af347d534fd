extension KindTable {
    /// Ways and railways: `highway`, `railway`.
    static var ways: StaticString {
        """
        highway=*|Road|Tie|Straße|طريق
        motorway,motorway_link|Motorway|Moottoritie|Autobahn|طريق سريع
        trunk,trunk_link,primary,primary_link|Main road|Valtatie|Hauptstraße|طريق رئيسي
        secondary,secondary_link,tertiary,tertiary_link,unclassified,road,living_street,highway=residential|Street|Katu|Straße|شارع
        highway=service|Service road|Huoltotie|Zufahrt|طريق خدمة
        highway=services|Motorway services|Levähdysalueen palvelut|Raststätte|استراحة طريق سريع
        pedestrian|Pedestrian street|Kävelykatu|Fußgängerzone|شارع للمشاة
        footway,sidewalk|Footpath|Jalkakäytävä|Fußweg|ممر مشاة
        path,bridleway|Path|Polku|Pfad|درب
        steps|Steps|Portaat|Treppe|درج
        cycleway|Cycle path|Pyörätie|Radweg|مسار دراجات
        highway=track|Track|Metsätie|Feldweg|طريق ترابي
        busway,bus_guideway|Busway|Bussikatu|Busspur|طريق حافلات
        raceway|Race track|Kilparata|Rennstrecke|حلبة سباق
        construction,proposed|Planned or being built|Suunniteltu tai rakenteilla|Geplant oder im Bau|قيد التخطيط أو الإنشاء
        motorway_junction|Motorway junction|Eritasoliittymä|Anschlussstelle|تقاطع طريق سريع
        elevator|Lift|Hissi|Aufzug|مصعد
        escalator|Escalator|Liukuportaat|Rolltreppe|سلم متحرك
        rest_area|Rest area|Levähdysalue|Rastplatz|استراحة
        traffic_signals|Traffic lights|Liikennevalot|Ampel|إشارة مرور
        crossing,level_crossing|Crossing|Ylityspaikka|Übergang|معبر
        street_lamp|Street lamp|Katuvalo|Straßenlaterne|عمود إنارة
        speed_camera|Speed camera|Nopeusvalvontakamera|Blitzer|كاميرا سرعة
        mini_roundabout|Roundabout|Liikenneympyrä|Kreisverkehr|دوّار
        corridor|Corridor|Käytävä|Flur|رواق
        railway=*|Railway|Rautatie|Bahnanlage|سكة حديد
        station|Station|Asema|Bahnhof|محطة
        halt|Railway stop|Seisake|Haltepunkt|موقف قطار
        tram_stop|Tram stop|Raitiovaunupysäkki|Straßenbahnhaltestelle|موقف ترام
        subway_entrance,train_station_entrance|Station entrance|Aseman sisäänkäynti|Stationseingang|مدخل محطة
        platform|Platform|Laituri|Bahnsteig|رصيف
        stop,stop_position|Stop|Pysäkki|Haltepunkt|موقف
        stop_area,stop_area_group|Transit stop|Pysäkkialue|Haltestelle|منطقة توقف
        rail|Railway line|Junarata|Bahnstrecke|خط سكة حديد
        subway|Metro line|Metrolinja|U-Bahn-Strecke|خط مترو
        light_rail|Light rail|Pikaraitiotie|Stadtbahn|قطار خفيف
        tram|Tram line|Raitiotie|Straßenbahnstrecke|خط ترام
        abandoned,disused,dismantled,razed|Disused|Käytöstä poistettu|Stillgelegt|مهجور
        miniature,narrow_gauge|Small railway|Pienoisrautatie|Kleinbahn|سكة صغيرة
        train_station|Railway station building|Asemarakennus|Bahnhofsgebäude|مبنى محطة
        """
    }
}
