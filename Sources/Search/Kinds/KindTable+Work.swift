extension KindTable {
    /// Offices, crafts, emergency and air traffic: `office`, `craft`, `emergency`, `aeroway`.
    static var work: StaticString {
        """
        office=*|Office|Toimisto|Büro|مكتب
        company|Company|Yritys|Unternehmen|شركة
        ngo|Non-profit organisation|Kansalaisjärjestö|Gemeinnützige Organisation|منظمة غير ربحية
        association|Association|Yhdistys|Verein|جمعية
        foundation|Foundation|Säätiö|Stiftung|مؤسسة
        diplomatic|Diplomatic mission|Diplomaattinen edustusto|Diplomatische Vertretung|بعثة دبلوماسية
        government|Government office|Virasto|Behörde|دائرة حكومية
        administrative|Administrative area|Hallintoalue|Verwaltungsgebiet|منطقة إدارية
        educational_institution|Educational institution|Oppilaitos|Bildungseinrichtung|مؤسسة تعليمية
        lawyer|Lawyer|Asianajaja|Rechtsanwalt|محامٍ
        notary|Notary|Notaari|Notar|كاتب عدل
        estate_agent|Estate agent|Kiinteistönvälittäjä|Immobilienmakler|وكيل عقارات
        property_management|Property management|Isännöinti|Hausverwaltung|إدارة عقارات
        insurance|Insurance|Vakuutus|Versicherung|تأمين
        financial,finance|Financial services|Rahoituspalvelut|Finanzdienstleister|خدمات مالية
        financial_advisor|Financial adviser|Talousneuvoja|Finanzberatung|مستشار مالي
        accountant|Accountant|Kirjanpitäjä|Buchhaltung|محاسب
        tax_advisor|Tax adviser|Veroneuvoja|Steuerberatung|مستشار ضرائب
        consulting|Consultancy|Konsultointi|Unternehmensberatung|استشارات
        it,web_design|IT company|IT-yritys|IT-Unternehmen|شركة تقنية معلومات
        advertising_agency,marketing|Advertising agency|Mainostoimisto|Werbeagentur|وكالة إعلان
        graphic_design,design,designer|Design studio|Muotoilutoimisto|Designbüro|استوديو تصميم
        architect|Architect|Arkkitehti|Architekturbüro|مهندس معماري
        engineer,engineering|Engineer|Insinööritoimisto|Ingenieurbüro|مهندس
        surveyor|Surveyor|Maanmittari|Vermessungsbüro|مسّاح
        newspaper|Newspaper|Sanomalehti|Zeitung|صحيفة
        publisher|Publisher|Kustantamo|Verlag|دار نشر
        employment_agency|Employment agency|Työnvälitys|Arbeitsvermittlung|مكتب توظيف
        union,trade_union|Trade union|Ammattiliitto|Gewerkschaft|نقابة
        political_party|Political party|Puolue|Politische Partei|حزب سياسي
        politician|Politician's office|Poliitikon toimisto|Abgeordnetenbüro|مكتب سياسي
        research|Research|Tutkimus|Forschung|أبحاث
        logistics,moving_company|Logistics|Logistiikka|Logistik|نقل ولوجستيات
        energy_supplier,water_utility,utility|Utility company|Energiayhtiö|Versorgungsunternehmen|شركة مرافق
        tutoring,tutor|Tutoring|Yksityisopetus|Nachhilfe|دروس خصوصية
        security|Security company|Vartiointiliike|Sicherheitsdienst|شركة أمن
        craft=*|Workshop|Työpaja|Handwerksbetrieb|ورشة
        photographer,photo_studio|Photographer|Valokuvaaja|Fotograf|مصور
        winery|Winery|Viinitila|Weingut|معصرة نبيذ
        brewery|Brewery|Panimo|Brauerei|مصنع جعة
        distillery|Distillery|Tislaamo|Brennerei|معمل تقطير
        sawmill|Sawmill|Saha|Sägewerk|منشرة
        cleaning|Cleaning service|Siivouspalvelu|Reinigungsdienst|خدمة تنظيف
        carpenter,cabinet_maker,joiner|Carpenter|Puuseppä|Schreinerei|نجار
        plumber,hvac|Plumber|Putkiasentaja|Installateur|سباك
        electrician|Electrician|Sähköasentaja|Elektriker|كهربائي
        gardener|Gardener|Puutarhuri|Gärtnerei|بستاني
        caterer|Caterer|Pitopalvelu|Catering|تموين
        blacksmith,metal_construction|Metalworker|Seppä|Schlosserei|حدّاد
        painter|Painter|Maalari|Malerbetrieb|دهّان
        builder,roofer,floorer,plasterer,tiler,window_construction|Builder|Rakennusliike|Bauunternehmen|مقاول بناء
        upholsterer|Upholsterer|Verhoilija|Polsterei|منجّد
        signmaker|Sign maker|Kylttitehdas|Schilderhersteller|صانع لافتات
        pottery|Pottery|Keramiikkapaja|Töpferei|فخار
        bookbinder,printmaker,cartographer|Print workshop|Painopaja|Druckwerkstatt|ورشة طباعة
        saddler,leather_worker|Saddler|Satulaseppä|Sattlerei|سرّاج
        stonemason,tombstone,monument_maker|Stonemason|Kivenhakkaaja|Steinmetz|نحات حجر
        emergency=*|Emergency facility|Hätäpalvelu|Notfalleinrichtung|مرفق طوارئ
        defibrillator|Defibrillator|Defibrillaattori|Defibrillator|مزيل رجفان
        fire_hydrant|Fire hydrant|Paloposti|Hydrant|صنبور حريق
        assembly_point|Assembly point|Kokoontumispaikka|Sammelplatz|نقطة تجمع
        first_aid|First aid|Ensiapu|Erste Hilfe|إسعافات أولية
        lifeguard|Lifeguard|Hengenpelastaja|Rettungsschwimmer|منقذ
        siren|Siren|Hälytyssireeni|Sirene|صفارة إنذار
        aeroway=*|Airport facility|Lentoaseman osa|Flughafenanlage|مرفق مطار
        aerodrome|Airport|Lentoasema|Flughafen|مطار
        terminal|Terminal|Terminaali|Terminal|مبنى ركاب
        gate|Gate|Portti|Tor|بوابة
        helipad,heliport|Helipad|Helikopterikenttä|Hubschrauberlandeplatz|مهبط مروحيات
        runway|Runway|Kiitorata|Startbahn|مدرج
        taxiway|Taxiway|Rullaustie|Rollbahn|ممر طائرات
        apron|Apron|Asemataso|Vorfeld|ساحة طائرات
        hangar|Hangar|Lentokonehalli|Hangar|حظيرة طائرات
        """
    }
}
