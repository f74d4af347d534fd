extension KindTable {
    /// Settlements, areas, water and nature: `place`, `boundary`, `waterway`, `natural`.
    static var land: StaticString {
        """
        place=*|Locality|Paikka|Ort|موقع
        country|Country|Maa|Land|بلد
        state|State|Osavaltio|Bundesland|ولاية
        region|Region|Maakunta|Region|إقليم
        province|Province|Provinssi|Provinz|محافظة
        county|County|Piirikunta|Landkreis|مقاطعة
        district|District|Piiri|Bezirk|منطقة
        municipality,township,census-designated|Municipality|Kunta|Gemeinde|بلدية
        city|City|Kaupunki|Großstadt|مدينة
        town|Town|Pikkukaupunki|Stadt|بلدة
        village|Village|Kylä|Dorf|قرية
        hamlet|Hamlet|Pikkukylä|Weiler|قرية صغيرة
        isolated_dwelling|Isolated dwelling|Yksittäistalo|Einzelsiedlung|مسكن منعزل
        borough|Borough|Kaupunginosa-alue|Stadtbezirk|ضاحية إدارية
        suburb|District|Kaupunginosa|Stadtteil|حي كبير
        quarter|Quarter|Kortteliryhmä|Stadtviertel|ربع
        neighbourhood|Neighbourhood|Naapurusto|Wohnviertel|حي
        city_block|City block|Kortteli|Häuserblock|مجمّع مبانٍ
        locality|Locality|Paikka|Flur|موضع
        square|Square|Aukio|Platz|ساحة
        island,islet|Island|Saari|Insel|جزيرة
        postcode,postal_code|Postcode|Postinumero|Postleitzahl|رمز بريدي
        house|House|Talo|Haus|بيت
        boundary=*|Area|Alue|Gebiet|منطقة
        protected_area,national_park|Protected area|Suojelualue|Schutzgebiet|منطقة محمية
        political,political_fraction|Electoral district|Vaalipiiri|Wahlkreis|دائرة انتخابية
        local_authority,administrative_fraction|Local authority|Paikallishallinto|Kommunalverband|سلطة محلية
        educational|School district|Koulupiiri|Schulbezirk|منطقة تعليمية
        toll_zone|Toll zone|Maksuvyöhyke|Mautzone|منطقة رسوم
        land_area|Land area|Maa-alue|Landfläche|مساحة برية
        public_transport=*|Public transport|Joukkoliikenne|Nahverkehr|نقل عام
        waterway=*|Waterway|Vesiväylä|Wasserlauf|مجرى مائي
        river|River|Joki|Fluss|نهر
        stream|Stream|Puro|Bach|جدول
        canal|Canal|Kanava|Kanal|قناة
        drain,ditch|Ditch|Oja|Graben|مصرف
        riverbank|River bank|Joen ranta|Flussufer|ضفة نهر
        dam,weir|Dam|Pato|Damm|سد
        waterfall|Waterfall|Vesiputous|Wasserfall|شلال
        dock|Dock|Satama-allas|Hafenbecken|حوض سفن
        tidal_channel|Tidal channel|Vuorovesikanava|Priel|قناة مد
        derelict_canal|Disused canal|Käytöstä poistettu kanava|Stillgelegter Kanal|قناة مهجورة
        natural=*|Natural feature|Luontokohde|Naturobjekt|معلم طبيعي
        peak|Peak|Huippu|Gipfel|قمة
        volcano|Volcano|Tulivuori|Vulkan|بركان
        hill|Hill|Mäki|Hügel|تل
        ridge|Ridge|Harju|Grat|سلسلة جبلية
        valley|Valley|Laakso|Tal|وادٍ
        saddle|Mountain pass|Satula|Bergsattel|ممر جبلي
        cliff|Cliff|Jyrkänne|Klippe|جرف
        rock,stone,bare_rock|Rock|Kallio|Fels|صخرة
        cave_entrance|Cave|Luola|Höhle|كهف
        spring,hot_spring|Spring|Lähde|Quelle|نبع
        beach|Beach|Uimaranta|Strand|شاطئ
        bay|Bay|Lahti|Bucht|خليج
        cape,peninsula|Headland|Niemi|Landspitze|رأس بري
        strait|Strait|Salmi|Meerenge|مضيق
        coastline|Coastline|Rantaviiva|Küste|ساحل
        wetland|Wetland|Kosteikko|Feuchtgebiet|أرض رطبة
        wood,forest|Forest|Metsä|Wald|غابة
        tree|Tree|Puu|Baum|شجرة
        tree_row|Row of trees|Puurivi|Baumreihe|صف أشجار
        scrub|Scrubland|Pensaikko|Gebüsch|أحراش
        heath,grassland|Grassland|Niitty|Grasland|مرج
        glacier|Glacier|Jäätikkö|Gletscher|نهر جليدي
        land|Land|Maa-alue|Landfläche|أرض
        """
    }
}
