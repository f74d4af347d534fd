/// Arabic, in the imperative.
enum ArabicWords {
    static var vocabulary: Vocabulary {
        Vocabulary(
            sentence: sentence, turn: turn, side: side, direction: direction, ordinal: ordinal, road: road,
            beforeName: { $0 == .onto ? " إلى " : " على " }, notice: notice, heading: heading, obstacle: obstacle,
            measures: .init(metre: "م", kilometre: "كم", decimalPoint: "٫", comma: "، "), isRightToLeft: true,
            label: label)
    }

    private static func sentence(_ phrase: Phrase) -> String {
        switch phrase {
        case .depart: "اتجه نحو {direction}{along}"
        case .departNowhere: "أنت في وجهتك"
        case .turn: "انعطف {turn}{onto}"
        case .turnAround: "استدر للخلف{along}"
        case .goStraight: "استمر إلى الأمام{along}"
        case .newName: "تابع السير{onto}"
        case .bear: "اتجه {turn}{onto}"
        case .stay: "انعطف {turn} للبقاء{along}"
        case .stayStraight: "تابع السير{along}"
        case .endOfRoad: "عند نهاية الطريق، انعطف {turn}{onto}"
        case .keep: "الزم {side}{along}"
        case .merge: "اندمج في حركة السير{along}"
        case .onRamp: "اسلك المنحدر{named}"
        case .offRamp: "اسلك المخرج{named}"
        case .roundabout: "ادخل الدوّار"
        case .roundaboutExit: "عند الدوّار، اسلك المخرج {exit}{onto}"
        case .rotary: "ادخل دوّار {ring}"
        case .rotaryExit: "عند دوّار {ring}، اسلك المخرج {exit}{onto}"
        case .roundaboutTurn: "عند الدوّار، انعطف {turn}{onto}"
        case .roundaboutStraight: "عند الدوّار، استمر إلى الأمام{onto}"
        case .roundaboutAround: "عند الدوّار، استدر للخلف{onto}"
        case .leaveRoundabout: "اخرج من الدوّار{onto}"
        case .takeStairs: "استخدم الدرج{named}"
        case .takeStairRamp: "استخدم المنحدر بجانب الدرج{named}"
        case .takeEscalator: "استخدم السلّم المتحرك{named}"
        case .takeMovingWalkway: "استخدم الممشى المتحرك{named}"
        case .takeElevator: "استخدم المصعد{named}"
        case .takeFerry: "اركب العبّارة{named}"
        case .arrive: "لقد وصلت"
        case .arriveOnSide: "وجهتك على {side}"
        case .reach: "لقد وصلت إلى المحطة {point}"
        case .reachOnSide: "المحطة {point} على {side}"
        case .overBridge: "، فوق الجسر"
        case .throughTunnel: "، عبر النفق"
        case .goingUp: "، صعودًا"
        case .goingDown: "، نزولًا"
        case .toLevel: " إلى الطابق {level}"
        }
    }

    private static func turn(_ turn: Turn) -> String {
        switch turn {
        case .uturn: "للخلف"
        case .sharpRight: "يمينًا بشكل حاد"
        case .right: "يمينًا"
        case .slightRight: "يمينًا قليلًا"
        case .straight: "إلى الأمام"
        case .slightLeft: "يسارًا قليلًا"
        case .left: "يسارًا"
        case .sharpLeft: "يسارًا بشكل حاد"
        }
    }

    private static func side(_ side: Side) -> String {
        switch side {
        case .left: "اليسار"
        case .right: "اليمين"
        case .ahead: "الأمام"
        }
    }

    private static func direction(_ direction: CompassPoint) -> String {
        switch direction {
        case .north: "الشمال"
        case .northeast: "الشمال الشرقي"
        case .east: "الشرق"
        case .southeast: "الجنوب الشرقي"
        case .south: "الجنوب"
        case .southwest: "الجنوب الغربي"
        case .west: "الغرب"
        case .northwest: "الشمال الغربي"
        }
    }

    /// Returns an ordinal in words up to ten, as people say them; then as a number.
    private static func ordinal(_ number: Int) -> String {
        switch number {
        case 1: "الأول"
        case 2: "الثاني"
        case 3: "الثالث"
        case 4: "الرابع"
        case 5: "الخامس"
        case 6: "السادس"
        case 7: "السابع"
        case 8: "الثامن"
        case 9: "التاسع"
        case 10: "العاشر"
        default: "رقم \(number)"
        }
    }

    private static func road(_ kind: RoadKind, _ role: RoadRole) -> String {
        switch (kind, role) {
        case (_, .onto): "إلى " + noun(kind)
        case (.alley, .along), (.corridor, .along), (.elevator, .along), (.carPark, .along): "في " + noun(kind)
        case (_, .along): "على " + noun(kind)
        }
    }

    private static func noun(_ kind: RoadKind) -> String {
        switch kind {
        case .road: "الطريق"
        case .ramp: "المنحدر"
        case .serviceRoad: "طريق الخدمة"
        case .driveway: "مدخل السيارات"
        case .parkingAisle: "ممر موقف السيارات"
        case .alley: "الزقاق"
        case .track: "الطريق الترابي"
        case .busway: "طريق الحافلات"
        case .pedestrianStreet: "شارع المشاة"
        case .footpath: "ممر المشاة"
        case .sidewalk: "الرصيف"
        case .crossing: "معبر المشاة"
        case .path: "المسار"
        case .cycleway: "مسار الدراجات"
        case .bridleway: "مسار الخيل"
        case .stairs: "الدرج"
        case .stairRamp: "المنحدر بجانب الدرج"
        case .escalator: "السلّم المتحرك"
        case .movingWalkway: "الممشى المتحرك"
        case .corridor: "الممر"
        case .elevator: "المصعد"
        case .platform: "رصيف المحطة"
        case .pier: "رصيف الميناء"
        case .ferry: "العبّارة"
        case .carPark: "موقف السيارات"
        }
    }

    private static func notice(_ notice: PlannedRoute.Notice) -> String {
        switch notice {
        case .nearestStreetMayBeBeyond: "تنتهي الخريطة هنا: قد يكون أقرب شارع خلف حافتها."
        case .shorterRouteMayBeBeyond: "تنتهي الخريطة هنا: قد يكون هناك طريق أقصر خلف حافتها."
        case .leftIsland(let point, let metres):
            "أقرب شارع إلى النقطة \(point + 1) معزول عن بقية الشوارع: يستخدم الطريق شارعًا آخر على بعد \(metres) م."
        case .repeatsStreets(let percent):
            "يعود \(percent) % من هذه الجولة في الطريق نفسه: لا تبدأ من هنا جولة أفضل."
        case .avoidsCrowds(let minutes):
            "يتجنب هذا الطريق الأماكن المزدحمة الآن"
                + (minutes > 0 ? " ويستغرق \(minutes) د أكثر." : " دون أن يستغرق وقتًا أطول.")
        case .noQuieterRoute: "لا يُعرف الآن طريق أهدأ: هذا هو الأسرع."
        }
    }

    private static func label(_ words: LabelWords) -> String {
        switch words {
        case .streets(let names): "عبر \(names)"
        case .withoutStairs: "بلا درج"
        case .quickest: "الأسرع"
        case .farther(.north): "أبعد شمالًا"
        case .farther(.east): "أبعد شرقًا"
        case .farther(.south): "أبعد جنوبًا"
        case .farther: "أبعد غربًا"
        }
    }

    private static func heading(_ part: WheelchairReport.Part) -> String {
        switch part {
        case .avoided: "يتجنّب: "
        case .accepted: "في الطريق: "
        case .unknown: "غير مسجَّل: "
        }
    }

    private static func obstacle(_ obstacle: WheelchairReport.Obstacle, _ part: WheelchairReport.Part) -> String {
        switch (part, obstacle) {
        case (.avoided, .steps): "الدرج"
        case (.avoided, .kerbs): "الأرصفة المرتفعة"
        case (.avoided, .ground): "الأرض الوعرة جدًا"
        case (.avoided, .slope): "المنحدرات فوق 10 %"
        case (.avoided, .width): "الممرات الضيقة جدًا"
        case (.avoided, .stated): "الطرق الممنوعة على الكراسي المتحركة"
        case (.avoided, .conveying): "السلالم أو الممرات المتحركة"
        case (.avoided, .barriers): "الحواجز"
        case (.accepted, .steps): "درج له منحدر"
        case (.accepted, .kerbs): "أرصفة مستديرة الحافة"
        case (.accepted, .ground): "أرض وعرة"
        case (.accepted, .slope): "منحدرات فوق 6 %"
        case (.accepted, .width): "ممرات ضيقة"
        case (.accepted, .stated): "طرق تحتاج إلى مساعدة"
        case (.accepted, .conveying): "ممرات متحركة"
        case (.accepted, .barriers): "حواجز"
        case (.unknown, .steps): "الدرج"
        case (.unknown, .kerbs): "أرصفة المعابر"
        case (.unknown, .ground): "السطح"
        case (.unknown, .slope): "الانحدار"
        case (.unknown, .width): "العرض"
        case (.unknown, .stated): "إمكانية الوصول"
        case (.unknown, .conveying): "الممرات المتحركة"
        case (.unknown, .barriers): "الحواجز"
        }
    }
}
