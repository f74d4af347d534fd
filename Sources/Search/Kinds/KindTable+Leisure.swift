extension KindTable {
    /// Sights, leisure and health: `tourism`, `leisure`, `historic`, `healthcare`.
    static var leisure: StaticString {
        """
        tourism=*|Tourism|Matkailu|Tourismus|سياحة
        museum|Museum|Museo|Museum|متحف
        gallery|Gallery|Galleria|Galerie|معرض فني
        artwork|Artwork|Taideteos|Kunstwerk|عمل فني
        attraction,sightseeing|Sight|Nähtävyys|Sehenswürdigkeit|معلم سياحي
        viewpoint|Viewpoint|Näköalapaikka|Aussichtspunkt|نقطة مشاهدة
        information|Visitor information|Matkailuneuvonta|Touristeninformation|معلومات للزوار
        hotel|Hotel|Hotelli|Hotel|فندق
        motel|Motel|Motelli|Motel|موتيل
        hostel|Hostel|Hostelli|Hostel|نزل
        guest_house|Guest house|Majatalo|Pension|بيت ضيافة
        apartment,apartments|Apartments|Asuntoja|Wohnungen|شقق
        chalet,cabin|Holiday cottage|Lomamökki|Ferienhaus|كوخ عطلات
        alpine_hut|Mountain hut|Tunturimaja|Berghütte|كوخ جبلي
        wilderness_hut|Wilderness hut|Autiotupa|Schutzhütte|كوخ بري
        camp_site|Campsite|Leirintäalue|Campingplatz|مخيم
        camp_pitch|Camping pitch|Leiripaikka|Zeltstellplatz|موضع تخييم
        caravan_site|Caravan site|Karavaanarialue|Wohnmobilstellplatz|موقف كرفانات
        picnic_site|Picnic site|Eväspaikka|Picknickplatz|مكان نزهة
        picnic_table|Picnic table|Eväspöytä|Picknicktisch|طاولة نزهة
        theme_park|Theme park|Huvipuisto|Freizeitpark|مدينة ملاهٍ
        zoo|Zoo|Eläintarha|Zoo|حديقة حيوان
        aquarium|Aquarium|Akvaario|Aquarium|حوض أسماك
        leisure=*|Leisure|Vapaa-aika|Freizeit|ترفيه
        park|Park|Puisto|Park|حديقة عامة
        garden|Garden|Puutarha|Garten|حديقة
        nature_reserve|Nature reserve|Luonnonsuojelualue|Naturschutzgebiet|محمية طبيعية
        playground|Playground|Leikkipaikka|Spielplatz|ملعب أطفال
        dog_park|Dog park|Koirapuisto|Hundepark|حديقة كلاب
        pitch|Sports pitch|Urheilukenttä|Sportplatz|ملعب رياضي
        track|Track|Rata|Bahn|مضمار
        stadium|Stadium|Stadion|Stadion|استاد
        sports_centre,sport|Sports centre|Urheilukeskus|Sportzentrum|مركز رياضي
        sports_hall|Sports hall|Urheiluhalli|Sporthalle|صالة رياضية
        fitness_centre|Gym|Kuntosali|Fitnessstudio|نادي لياقة
        fitness_station|Outdoor gym|Ulkokuntosali|Fitnessgeräte|أجهزة رياضية خارجية
        ice_rink|Ice rink|Jäähalli|Eisbahn|حلبة تزلج
        bowling_alley|Bowling|Keilahalli|Bowling|بولينغ
        golf_course|Golf course|Golfkenttä|Golfplatz|ملعب غولف
        miniature_golf|Mini golf|Minigolf|Minigolf|غولف مصغر
        disc_golf_course|Disc golf|Frisbeegolf|Discgolf|غولف القرص
        horse_riding|Horse riding|Ratsastus|Reiten|ركوب خيل
        swimming_area,bathing_place|Swimming area|Uimapaikka|Badestelle|مكان سباحة
        water_park|Water park|Vesipuisto|Erlebnisbad|مدينة مائية
        sauna|Sauna|Sauna|Sauna|ساونا
        marina|Marina|Venesatama|Jachthafen|مرسى
        slipway|Slipway|Veneenlaskupaikka|Slipanlage|منزلق قوارب
        firepit|Fire pit|Nuotiopaikka|Feuerstelle|موقد نار
        outdoor_seating|Outdoor seating|Terassi|Außengastronomie|جلسة خارجية
        seating,bleachers|Seating|Istuimia|Sitzplätze|مقاعد
        dance|Dance hall|Tanssipaikka|Tanzlokal|قاعة رقص
        escape_game|Escape room|Pakohuone|Escape Room|غرفة هروب
        amusement_arcade|Amusement arcade|Pelihalli|Spielhalle|صالة ألعاب
        adult_gaming_centre|Gaming centre|Pelisali|Spielhalle|صالة ألعاب للبالغين
        hackerspace|Hackerspace|Hackerspace|Hackerspace|مختبر هواة
        trampoline_park|Trampoline park|Trampoliinipuisto|Trampolinpark|مركز ترامبولين
        high_ropes_course|Ropes course|Köysirata|Kletterpark|مسار حبال
        common|Common|Yhteismaa|Gemeindewiese|أرض مشاع
        bird_hide|Bird hide|Lintutorni|Vogelbeobachtung|مرصد طيور
        resort|Resort|Lomakeskus|Ferienanlage|منتجع
        beach_resort|Beach resort|Rantalomakeskus|Strandbad|منتجع شاطئي
        summer_camp|Summer camp|Kesäleiri|Ferienlager|مخيم صيفي
        historic=*|Historic site|Historiallinen kohde|Historischer Ort|موقع تاريخي
        memorial|Memorial|Muistomerkki|Gedenkstätte|نصب تذكاري
        monument|Monument|Monumentti|Denkmal|معلم تذكاري
        ruins|Ruins|Rauniot|Ruine|أطلال
        castle|Castle|Linna|Burg|قلعة
        manor|Manor|Kartano|Herrenhaus|قصر ريفي
        fort|Fort|Linnoitus|Festung|حصن
        city_gate|City gate|Kaupunginportti|Stadttor|بوابة مدينة
        archaeological_site|Archaeological site|Muinaisjäännös|Ausgrabungsstätte|موقع أثري
        tomb|Tomb|Hauta|Grab|ضريح
        wayside_cross|Wayside cross|Tienvarsiristi|Wegkreuz|صليب على الطريق
        wayside_shrine|Wayside shrine|Tienvarsialttari|Bildstock|مزار على الطريق
        boundary_stone|Boundary stone|Rajakivi|Grenzstein|حجر حدود
        milestone|Milestone|Virstanpylväs|Meilenstein|حجر مسافات
        heritage|Heritage site|Perintökohde|Kulturdenkmal|موقع تراثي
        ship|Ship|Laiva|Schiff|سفينة
        tank|Tank|Panssarivaunu|Panzer|دبابة
        cannon|Cannon|Tykki|Kanone|مدفع
        locomotive|Locomotive|Veturi|Lokomotive|قاطرة
        aircraft|Aircraft|Lentokone|Flugzeug|طائرة
        healthcare=*|Health|Terveys|Gesundheit|صحة
        alternative|Alternative medicine|Vaihtoehtohoito|Alternativmedizin|طب بديل
        physiotherapist,physical_therapy|Physiotherapist|Fysioterapeutti|Physiotherapie|علاج طبيعي
        psychotherapist,therapist,psychiatrist|Psychotherapist|Psykoterapeutti|Psychotherapie|علاج نفسي
        counselling,counseling|Counselling|Neuvonta|Beratung|إرشاد
        laboratory|Laboratory|Laboratorio|Labor|مختبر
        optometrist|Optometrist|Optometristi|Augenoptiker|فاحص بصر
        rehabilitation|Rehabilitation|Kuntoutus|Rehabilitation|إعادة تأهيل
        blood_donation,blood_bank|Blood donation|Verenluovutus|Blutspende|تبرع بالدم
        midwife,birthing_centre|Midwife|Kätilö|Hebamme|قابلة
        podiatrist|Podiatrist|Jalkahoito|Podologie|عناية بالقدمين
        audiologist|Audiologist|Audiologi|Hörakustik|طبيب سمع
        speech_therapist|Speech therapist|Puheterapeutti|Logopädie|علاج نطق
        hospice|Hospice|Saattohoitokoti|Hospiz|دار رعاية المحتضرين
        homecare,nurse|Home care|Kotihoito|Häusliche Pflege|رعاية منزلية
        nutrition_counselling|Nutritionist|Ravitsemusterapeutti|Ernährungsberatung|استشارة تغذية
        vaccination_centre|Vaccination centre|Rokotuspiste|Impfzentrum|مركز تطعيم
        """
    }
}
