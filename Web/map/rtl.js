// Right-to-left text for map labels: joins Arabic letters and puts mixed text in the order it is drawn in.
//
// MapLibre loads this file inside its worker and calls its functions. Joining uses the presentation forms of
// Unicode (chapter 9.2 and the blocks FB50 and FE70); the order is the part of the bidirectional algorithm (UAX #9)
// that names need: one embedding level, numbers, brackets.
//
// All of it stands in one function, longer than others, because a worker loads the file as a classic script: what
// stands outside would be global there, and half of the lines are the table of letters.
(() => {
    // Letter, its first presentation form, and how many it has: isolated, final, initial, medial.
    const LETTERS = [
        [0x621, 0xfe80, 1],
        [0x622, 0xfe81, 2],
        [0x623, 0xfe83, 2],
        [0x624, 0xfe85, 2],
        [0x625, 0xfe87, 2],
        [0x626, 0xfe89, 4],
        [0x627, 0xfe8d, 2],
        [0x628, 0xfe8f, 4],
        [0x629, 0xfe93, 2],
        [0x62a, 0xfe95, 4],
        [0x62b, 0xfe99, 4],
        [0x62c, 0xfe9d, 4],
        [0x62d, 0xfea1, 4],
        [0x62e, 0xfea5, 4],
        [0x62f, 0xfea9, 2],
        [0x630, 0xfeab, 2],
        [0x631, 0xfead, 2],
        [0x632, 0xfeaf, 2],
        [0x633, 0xfeb1, 4],
        [0x634, 0xfeb5, 4],
        [0x635, 0xfeb9, 4],
        [0x636, 0xfebd, 4],
        [0x637, 0xfec1, 4],
        [0x638, 0xfec5, 4],
        [0x639, 0xfec9, 4],
        [0x63a, 0xfecd, 4],
        [0x641, 0xfed1, 4],
        [0x642, 0xfed5, 4],
        [0x643, 0xfed9, 4],
        [0x644, 0xfedd, 4],
        [0x645, 0xfee1, 4],
        [0x646, 0xfee5, 4],
        [0x647, 0xfee9, 4],
        [0x648, 0xfeed, 2],
        [0x649, 0xfeef, 2],
        [0x64a, 0xfef1, 4],
        [0x67e, 0xfb56, 4],
        [0x686, 0xfb7a, 4],
        [0x698, 0xfb8a, 2],
        [0x6a9, 0xfb8e, 4],
        [0x6af, 0xfb92, 4],
        [0x6cc, 0xfbfc, 4],
    ];
    // Lam and an alef are written as one: the isolated form, by the alef.
    const LAM = 0x644;
    const LAM_ALEF = new Map([
        [0x622, 0xfef5],
        [0x623, 0xfef7],
        [0x625, 0xfef9],
        [0x627, 0xfefb],
    ]);
    const STRETCH = 0x640;
    const forms = new Map(LETTERS.map(([letter, first, count]) => [letter, { first, count }]));

    const isMark = (code) => (code >= 0x64b && code <= 0x65f) || code === 0x670;
    const joinsNext = (code) => code === STRETCH || forms.get(code)?.count === 4;
    const joinsPrevious = (code) => code === STRETCH || (forms.get(code)?.count ?? 0) >= 2;

    /** The nearest letter before or after, past the marks that sit on letters. */
    function neighbour(codes, index, step) {
        let near = index + step;
        while (near >= 0 && near < codes.length && isMark(codes[near])) near += step;
        return codes[near] ?? 0;
    }

    /** Replaces Arabic letters by the forms in which they join. */
    function join(text) {
        if (!/[\u0600-\u06ff]/.test(text)) return text;
        const codes = [...text].map((character) => character.codePointAt(0));
        let joined = "";
        for (let index = 0; index < codes.length; index++) {
            const code = codes[index];
            const form = forms.get(code);
            const before = joinsNext(neighbour(codes, index, -1));
            if (code === LAM && LAM_ALEF.has(codes[index + 1])) {
                joined += String.fromCodePoint(LAM_ALEF.get(codes[index + 1]) + (before ? 1 : 0));
                index++;
            } else if (!form) {
                joined += String.fromCodePoint(code);
            } else {
                const after = form.count === 4 && joinsPrevious(neighbour(codes, index, 1));
                const joinedBefore = before && form.count >= 2;
                joined += String.fromCodePoint(form.first + (joinedBefore ? 1 : 0) + (after ? 2 : 0));
            }
        }
        return joined;
    }

    const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
    const MIRRORED = new Map([..."()", ..."[]", ..."«»"].map((c, i, all) => [c, all[i ^ 1]]));

    function kind(character) {
        if (RIGHT_TO_LEFT.test(character)) return "right";
        if (/\p{N}/u.test(character)) return "number";
        return /\p{L}/u.test(character) ? "left" : "neutral";
    }

    /** The embedding level of each character: even is left to right. */
    function levels(characters) {
        const kinds = characters.map(kind);
        const base = kinds.find((each) => each === "right" || each === "left") === "right" ? 1 : 0;
        const found = kinds.map((each, index) => {
            if (each === "right" || (base === 1 && MIRRORED.has(characters[index]))) return 1;
            if (each === "neutral") return -1;
            return base === 1 ? 2 : 0;
        });
        for (let start = 0; start < found.length; start++) {
            if (found[start] >= 0) continue;
            let end = start;
            while (end < found.length && found[end] < 0) end++;
            const before = start > 0 ? found[start - 1] : base;
            const after = end < found.length ? found[end] : base;
            found.fill(before === after ? before : base, start, end);
            start = end - 1;
        }
        return found;
    }

    /** The order in which characters are drawn from the left, as indices (rule L2), with the mirrored ones replaced. */
    function drawn(characters) {
        const level = levels(characters);
        const order = characters.map((_, index) => index);
        for (let depth = Math.max(0, ...level); depth >= 1; depth--) {
            for (let start = 0; start < order.length; start++) {
                if (level[order[start]] < depth) continue;
                let end = start;
                while (end < order.length && level[order[end]] >= depth) end++;
                order.splice(start, end - start, ...order.slice(start, end).reverse());
                start = end;
            }
        }
        return order.map((index) => {
            const character = characters[index];
            return { index, character: (level[index] & 1 && MIRRORED.get(character)) || character };
        });
    }

    /** The lines of a text, from where it may break. */
    function lines(text, breaks) {
        const starts = [0, ...breaks];
        const ends = [...breaks, text.length];
        return starts.map((start, index) => [start, ends[index]]).filter(([start, end]) => start < end);
    }

    self.registerRTLTextPlugin({
        applyArabicShaping: join,
        processBidirectionalText: (text, breaks) =>
            lines(text, breaks).map(([start, end]) =>
                drawn([...text.slice(start, end)])
                    .map(({ character }) => character)
                    .join(""),
            ),
        processStyledBidirectionalText: (text, styles, breaks) =>
            lines(text, breaks).map(([start, end]) => {
                const order = drawn(text.slice(start, end).split(""));
                return [
                    order.map(({ character }) => character).join(""),
                    order.map(({ index }) => styles[start + index]),
                ];
            }),
    });
})();
