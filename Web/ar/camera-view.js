// The camera view on screen: starts and stops camera, sensors and frames, and hands them to the program.
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { Aiming } from "./aiming.js";
import { AngleOfView } from "./angle-of-view.js";
import { AssumedNorth } from "./assumed-north.js";
import { Camera } from "./camera.js";
import { makeDialog } from "./dialog.js";
import { Drawing } from "./drawing.js";
import { Hint, WalkingNotice } from "./hint.js";
import { Labels } from "./labels.js";
import { PlaceList, Spoken, around, turnText } from "./list.js";
import { MovesByHand } from "./moves.js";
import { PlacesAround } from "./places-around.js";
import { FACT, FRAME, MARKER, STATE, View } from "./program.js";
import { RouteAhead } from "./route-ahead.js";
import { RoutePoints } from "./route-points.js";
import { screenNow } from "./screen.js";
import { HAND_SCREEN, Hand, Sensors } from "./sensors.js";
import { Status } from "./status.js";
import { Tilt } from "./tilt.js";

const ROW_HEIGHT = 50;
const GAP = 8;
const MARGIN = 34;
/** How often words and lists follow the picture, in seconds. */
const WORDS_TIME = 0.4;

export class CameraView {
    #isLeft = false;
    #isLowered = false;
    #isStarted = false;
    #hasLocated = false;
    /**
     * Whether the page may use the motion sensors; null before the answer. Nothing runs before it.
     *
     * @type {boolean | null}
     */
    #isAllowed = null;
    angle = new AngleOfView();
    #tilt = new Tilt();
    #frame = 0;
    #wordsAt = 0;
    #fixAt = 0;

    /**
     * @param {import("./program.js").Program} program
     * @param {HTMLElement} sheetBody
     * @param {import("./open.js").Surroundings} given
     */
    constructor(program, sheetBody, given) {
        this.given = given;
        this.view = new View(program);
        this.video = make("video", { class: "ar-video", playsinline: true, muted: true, "aria-hidden": "true" });
        this.video.muted = true;
        this.status = new Status(given, {
            again: () => this.camera.start(),
            focusPicture: () => this.moves.picture.focus(),
        });
        this.camera = new Camera(this.video, this.#cameraChanged);
        this.sensors = new Sensors(this.view, () => this.#showTroubles());
        this.hand = new Hand();
        this.north = new AssumedNorth(this.view);
        this.labels = new Labels(this.view, given.distanceText);
        this.placesAround = new PlacesAround(this.labels, given.places);
        this.drawing = new Drawing(this.view, given.distanceText);
        this.list = new PlaceList((id) => this.labels.placeOf(id), given.distanceText);
        this.spoken = new Spoken();
        this.hint = new Hint();
        this.walking = new WalkingNotice(this.hint);
        this.aiming = new Aiming(this.view, {
            placeOf: (id) => this.labels.placeOf(id),
            distanceText: given.distanceText,
            hint: this.hint,
            opened: (isOpen) => this.dialog.classList.toggle("with-aim", isOpen),
            focusPicture: () => this.moves.picture.focus(),
        });
        this.ahead = new RouteAhead(given.distanceText);
        this.points = new RoutePoints(this.view);
        this.dialog = makeDialog(this, { close: () => given.close(), lower: () => this.#lower(true) });
        const { view, hand, angle, hint } = this;
        this.moves = new MovesByHand(this.dialog, { view, hand, isByHand: () => this.#isByHand, angle, hint });
        this.raise = iconButton("smartphone", say("show.camera"), () => this.#lower(false), { class: "main" });
        fill(sheetBody, make("p", { class: "hint" }, say("lowered")), this.raise);
        given.target.then((target) => this.#setTarget(target));
        given.route.then((route) => this.#setRoute(route));
        document.body.append(this.dialog);
        document.addEventListener("visibilitychange", this.#visibility);
        given.position.addEventListener("change", this.#moved);
        this.#begin();
    }

    /** Starts at once where the browser asks nothing; else explains the camera's purpose first. */
    async #begin() {
        const asksMotion =
            typeof (/** @type {any} */ (globalThis.DeviceOrientationEvent)?.requestPermission) === "function";
        const isKnown = !window.isSecureContext || (await Camera.isAllowed());
        if (this.#isLeft) return;
        this.dialog.showModal();
        const isInTap = /** @type {any} */ (navigator).userActivation?.isActive;
        if (isKnown && (!asksMotion || isInTap || !/iphone|ipad|mac/i.test(navigator.userAgent))) return this.#start();
        this.status.ask(() => this.#start());
    }

    async #start() {
        if (this.#isStarted || this.#isLeft) return;
        this.#isStarted = true;
        this.status.asked();
        // The first call in the tap: iPhones refuse it later.
        const motion = window.isSecureContext ? Sensors.ask() : Promise.resolve(true);
        this.camera.start();
        this.#isAllowed = await motion;
        if (!document.hidden) this.#goOn();
    }

    /** Wants the position, once, after the question about the camera. */
    async #locate() {
        await this.camera.start();
        if (this.#isLeft || this.#hasLocated || document.hidden) return;
        this.#hasLocated = true;
        this.given.position.start();
        this.#moved();
    }

    #cameraChanged = () => {
        if (this.camera.state === "on") this.angle.use(this.camera.label);
        this.#showTroubles();
    };

    get #isByHand() {
        return this.sensors.state === "missing" || this.sensors.state === "denied";
    }

    #visibility = () => {
        if (!this.#isStarted) return;
        if (document.hidden) this.#rest();
        else this.#goOn();
    };

    #rest() {
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        this.camera.stop();
        this.sensors.stop();
        this.hand.rest();
    }

    #goOn() {
        if (this.#frame !== 0 || this.#isLeft || this.#isAllowed === null) return;
        this.sensors.start(this.#isAllowed);
        if (!this.#isLowered) this.#locate();
        this.#frame = requestAnimationFrame(this.#draw);
    }

    leave() {
        this.#isLeft = true;
        this.#rest();
        this.placesAround.leave();
        document.removeEventListener("visibilitychange", this.#visibility);
        this.given.position.removeEventListener("change", this.#moved);
        this.moves.leave();
        this.hint.hide();
        this.dialog.close();
        this.dialog.remove();
        this.view.free();
    }

    /** @param {boolean} isLowered whether the map is shown instead. */
    #lower(isLowered, isByTilt = false) {
        if (isLowered === this.#isLowered) return;
        this.#isLowered = isLowered;
        this.#tilt.changed(isByTilt);
        if (isLowered) {
            this.dialog.close();
            this.camera.stopSoon();
        } else {
            this.dialog.showModal();
            if (this.#isStarted) this.#locate();
        }
    }

    /** @param {import("./open.js").ARRoute | null} route */
    #setRoute(route) {
        if (this.#isLeft || !route) return;
        this.ahead.route = route;
        const { fix } = this.given.position;
        if (fix) this.ahead.move(fix);
        this.points.write(route, this.ahead.next?.passed ?? 0);
    }

    /** @param {import("./open.js").ARTarget | null} target */
    #setTarget(target) {
        if (this.#isLeft || !target) return;
        this.ahead.target = target;
        const { view } = this;
        view.parts.markers[MARKER.latitude] = target.position.lat;
        view.parts.markers[MARKER.longitude] = target.position.lon;
        view.parts.markers[MARKER.height] = Number.NaN;
        view.changed("markers", 1);
    }

    #moved = () => {
        const { fix } = this.given.position;
        this.#showTroubles();
        if (!fix || fix.at === this.#fixAt) return;
        this.#fixAt = fix.at;
        const { position, accuracy, speed, course } = fix;
        const { lat: latitude, lon: longitude } = position;
        this.view.stood(fix.at, { latitude, longitude, accuracy, speed, heading: course }, performance.now() / 1000);
        this.ahead.move(fix);
        const { route, next } = this.ahead;
        if (route && next) this.points.follow(route, next.passed);
        this.walking.moved(fix, !this.#isLowered);
        this.placesAround.look(position);
    };

    #draw = (/** @type {number} */ now) => {
        this.#frame = requestAnimationFrame(this.#draw);
        const { view } = this;
        const time = now / 1000;
        if (this.#isByHand) this.hand.tell(view, time);
        const size = { width: innerWidth, height: innerHeight };
        this.#writeFrame(time, size);
        const count = view.show();
        const { facts } = view.parts;
        const wantsOther = this.#tilt.wantsOther(facts[FACT.elevation], time, this.#isLowered);
        if (wantsOther && !this.#isByHand) this.#lower(!this.#isLowered, true);
        if (this.#isLowered) return;
        const isReady = facts[FACT.state] === STATE.ready;
        this.labels.show(isReady ? count : 0, facts[FACT.horizon]);
        this.drawing.show(isReady ? count : 0, size);
        if (time - this.#wordsAt > WORDS_TIME) {
            this.#wordsAt = time;
            this.#showWords(isReady ? count : 0, time);
        }
    };

    /**
     * Writes the time, the sizes and the screen of this frame for the program.
     *
     * @param {number} time
     * @param {{width: number, height: number}} size of the window.
     */
    #writeFrame(time, { width, height }) {
        const { frame } = this.view.parts;
        frame[FRAME.time] = time;
        frame[FRAME.width] = width;
        frame[FRAME.height] = height;
        frame[FRAME.videoWidth] = this.camera.state === "on" ? this.video.videoWidth : 0;
        frame[FRAME.videoHeight] = this.camera.state === "on" ? this.video.videoHeight : 0;
        frame[FRAME.fieldOfView] = this.angle.degrees;
        const { angle, isWide, hasUprightAxes } = this.#isByHand ? HAND_SCREEN : screenNow();
        frame[FRAME.screenAngle] = angle;
        frame[FRAME.isScreenWide] = isWide ? 1 : 0;
        frame[FRAME.hasUprightAxes] = hasUprightAxes ? 1 : 0;
        frame[FRAME.rowHeight] = ROW_HEIGHT;
        frame[FRAME.gap] = GAP;
        frame[FRAME.margin] = MARGIN;
    }

    /**
     * @param {number} count
     * @param {number} time
     */
    #showWords(count, time) {
        const { facts, marks } = this.view.parts;
        const places = around(this.view, count).filter(({ id }) => this.labels.placeOf(id));
        if (!this.list.element.hidden) this.list.show(places);
        this.aiming.allow(count > 0 && !this.#isByHand);
        this.aiming.look(count);
        this.spoken.look(places, facts[FACT.heading], time, ({ id, turn, distance }) =>
            say("list.spoken", {
                name: this.labels.placeOf(id)?.name ?? "",
                where: say("list.where", { turn: turnText(turn), distance: this.given.distanceText(distance) }),
            }),
        );
        this.north.look(this.given.position.fix !== null, time);
        this.status.show(this.view, this.labels.places);
        this.ahead.show(marks);
        if (this.sensors.state !== "waiting") this.#showTroubles();
    }

    #showTroubles() {
        if (!this.#isStarted || this.#isLeft) return;
        this.status.showTroubles(this.camera.state, this.sensors.state);
    }
}
