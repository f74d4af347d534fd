import assert from "node:assert/strict";
import { test } from "node:test";
import { openState, readHours } from "../Web/guide/opening-hours.js";

/** In November 2026 the 16th is a Monday. @param {number} day 1 is Monday */
const at = (day, time) => new Date(`2026-11-${15 + day}T${time}:00`);

const cases = [
    ["24/7", at(1, "03:00"), true, null],
    ["Mo-Fr 08:00-17:00", at(1, "08:00"), true, "17:00"],
    ["Mo-Fr 08:00-17:00", at(1, "17:00"), false, "08:00"],
    ["Mo-Fr 08:00-17:00", at(5, "18:00"), false, null],
    ["Mo-Fr 08:00-17:00; Sa 10:00-15:00", at(6, "12:00"), true, "15:00"],
    ["Mo-Su 09:00-21:00; Su off", at(7, "12:00"), false, "09:00"],
    ["10:00-12:00,13:00-18:00", at(3, "12:30"), false, "13:00"],
    ["Fr,Sa 20:00-04:00", at(6, "02:00"), true, "04:00"],
    ["Fr,Sa 20:00-04:00", at(7, "03:59"), true, "04:00"],
    ["Sa-Mo 11:00-12:00", at(1, "11:30"), true, "12:00"],
    ["Mo-Fr 9:00-16:00; PH off", at(2, "10:00"), true, "16:00"],
    ["Mo-Su 00:00-24:00", at(2, "23:00"), true, null],
];
for (const [text, now, isOpen, change] of cases) {
    test(`${text} on ${now.toDateString()} ${now.toTimeString().slice(0, 5)}`, () => {
        assert.deepEqual(openState(text, now), { isOpen, change });
    });
}

for (const text of [
    "",
    "sunrise-sunset",
    "Mar-Oct Mo 10:00-12:00",
    "Mo 25:00-26:00",
    "by appointment",
    "Mo-Fr",
    "Mo 10:00+",
    "week 1 Mo 10:00-11:00",
]) {
    test(`nothing is claimed of hours that are not understood: "${text}"`, () => {
        assert.equal(readHours(text), null);
        assert.equal(openState(text, at(1, "10:00")), null);
    });
}
