// Right-to-left text for map labels: joins Arabic letters and puts mixed text in the order it is drawn in.
//
// MapLibre loads this file inside its worker and calls its functions. Joining uses the presentation forms of
// Unicode (chapter 9.2 and the blocks FB50 and FE70). The order follows the part of the bidirectional algorithm
// (UAX #9) that names need: letters, numbers, separators and brackets, without characters that embed or override.
//
// All of it stands in one function, longer than others, because a worker loads the file as a classic script: there,
// names outside a function would be global.
(() => {
    // Letter, its first presentation form, and how many it has. The forms follow each other: isolated, final (+1),
    // initial (+2), medial (+3). A letter with two forms joins only the letter before it.
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
    // Tatweel, a line that lengthens a word. It joins both neighbours and has one form.
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
                // Joined before only: final, +1. After only: initial, +2. On both sides: medial, +3.
                joined += String.fromCodePoint(form.first + (joinedBefore ? 1 : 0) + (after ? 2 : 0));
            }
        }
        return joined;
    }

    // Bidirectional classes (Unicode's DerivedBidiClass.txt), one sign each. The first match counts, because the ranges
    // of letters contain digits and separators: R right to left, A Arabic letter, L left to right, e European digit
    // (Persian ones among them), a Arabic digit, s sign between digits, c separator of numbers, t sign beside a number,
    // n neutral.
    const CLASSES = [
        ["a", /[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd]/],
        ["e", /[0-9\u00b2\u00b3\u00b9\u06f0-\u06f9\u2070\u2074-\u2079\u2080-\u2089\uff10-\uff19]/],
        ["s", /[+\-\u2212]/],
        ["c", /[,./:\u00a0\u060c\u202f]/],
        ["t", /[#%\u00b0\u0609\u060a\u066a\u2030]|\p{Sc}/u],
        ["A", /[\u0608\u060b\u060d\u0610-\u07bf\u0860-\u08ff\ufb50-\ufd3d\ufd40-\ufdff\ufe70-\ufefe]/],
        ["R", /[\u0590-\u05ff\u07c0-\u085f\ufb1d-\ufb4f]/],
        ["L", /[\p{L}\p{Nd}\p{Nl}]/u],
    ];
    // Each bracket and its partner: `i ^ 1` is the other index of a pair.
    const MIRRORED = new Map([..."()", ..."[]", ..."«»"].map((c, i, all) => [c, all[i ^ 1]]));

    const bidiClass = (character) => CLASSES.find(([, characters]) => characters.test(character))?.[0] ?? "n";

    /** The classes after the rules W2 to W7: separators and signs are part of a number, or neutral. */
    function withNumbers(classes, base) {
        const european = (run) => run.replaceAll("e", "a");
        const separator = (sign, at, all) => {
            const number = all[at - 1] === all[at + 1] ? all[at - 1] : "";
            return number === "e" || (number === "a" && sign === "c") ? number : sign;
        };
        const besideNumber = (run, at, all) =>
            all[at - 1] === "e" || all[at + run.length] === "e" ? "e".repeat(run.length) : run;
        return classes
            .replace(/A[^LRA]*/g, european)
            .replaceAll("A", "R")
            .replace(/[sc]/g, separator)
            .replace(/t+/g, besideNumber)
            .replace(/[sct]/g, "n")
            .replace(base === 0 ? /^[^LR]+|L[^LR]*/g : /L[^LR]*/g, (run) => run.replaceAll("e", "L"));
    }

    /** The embedding level of each character, 0 ... 2: even is left to right. */
    function levels(characters) {
        const classes = characters.map(bidiClass).join("");
        const base = /[LRA]/.exec(classes)?.[0] ?? "L";
        const level = base === "L" ? 0 : 1;
        // In right-to-left text, brackets go with that text whatever they hold; UAX #9 would pair them (rule N0).
        const strong = [...withNumbers(classes, level)].map((each, index) =>
            level === 1 && MIRRORED.has(characters[index]) ? "R" : each,
        );
        // Beside neutral characters, a number counts as right to left (rule N1).
        const side = (each) => (each === undefined ? level : each === "L" ? 0 : 1);
        const settled = strong.join("").replace(/n+/g, (run, at, all) => {
            const before = side(all[at - 1]);
            const direction = before === side(all[at + run.length]) ? before : level;
            return (direction === 0 ? "L" : "R").repeat(run.length);
        });
        return [...settled].map((each) => (each === "R" ? 1 : each === "L" && level === 0 ? 0 : 2));
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

    /** The lines of a text, as ranges in UTF-16 units. MapLibre has already chosen the breaks. */
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
        // MapLibre gives and expects one style for each UTF-16 unit. A character may have two, which stay in order.
        processStyledBidirectionalText: (text, styles, breaks) =>
            lines(text, breaks).map(([start, end]) => {
                const characters = [...text.slice(start, end)];
                let unit = start;
                const units = characters.map(({ length }) => (unit += length) - length);
                const order = drawn(characters);
                return [
                    order.map(({ character }) => character).join(""),
                    order.flatMap(({ index, character }) =>
                        styles.slice(units[index], units[index] + character.length),
                    ),
                ];
            }),
    });
})();
