extension KindTable {
    /// Kinds of structures and land use: `man_made`, `club`, `military`, `landuse`, `aerialway`, `route`, `barrier`,
    /// `power`, `building`, `indoor`.
    static var built: StaticString {
        """
        man_made=*|Structure|Rakennelma|Bauwerk|منشأة
        tower,mast,communications_tower|Tower|Torni|Turm|برج
        water_tower|Water tower|Vesitorni|Wasserturm|برج مياه
        lighthouse|Lighthouse|Majakka|Leuchtturm|منارة
        observatory|Observatory|Observatorio|Sternwarte|مرصد
        windmill|Windmill|Tuulimylly|Windmühle|طاحونة هواء
        watermill,mill|Mill|Mylly|Mühle|طاحونة
        bridge,bridge=*|Bridge|Silta|Brücke|جسر
        pier|Pier|Laituri|Steg|رصيف بحري
        breakwater,groyne|Breakwater|Aallonmurtaja|Wellenbrecher|حاجز أمواج
        works|Factory|Tehdas|Fabrik|مصنع
        chimney|Chimney|Piippu|Schornstein|مدخنة
        wastewater_plant|Sewage works|Jätevedenpuhdistamo|Kläranlage|محطة صرف صحي
        water_works|Waterworks|Vesilaitos|Wasserwerk|محطة مياه
        water_well|Well|Kaivo|Wasserbrunnen|بئر
        pumping_station|Pumping station|Pumppaamo|Pumpwerk|محطة ضخ
        pipeline|Pipeline|Putkijohto|Rohrleitung|خط أنابيب
        storage_tank,silo|Storage tank|Säiliö|Speicherbehälter|خزان
        telephone_office|Telephone exchange|Puhelinkeskus|Fernmeldeamt|مقسم هاتف
        monitoring_station|Monitoring station|Mittausasema|Messstation|محطة رصد
        surveillance|Surveillance camera|Valvontakamera|Überwachungskamera|كاميرا مراقبة
        satellite_dish|Satellite dish|Satelliittiantenni|Satellitenschüssel|طبق فضائي
        survey_point|Survey point|Kolmiopiste|Vermessungspunkt|نقطة مساحة
        mine,adit,mineshaft|Mine|Kaivos|Bergwerk|منجم
        cross|Cross|Risti|Kreuz|صليب
        flagpole|Flagpole|Lipputanko|Fahnenmast|سارية علم
        obelisk|Obelisk|Obeliski|Obelisk|مسلة
        club=*|Club|Kerho|Verein|نادٍ
        student|Student club|Opiskelijakerho|Studentenverein|نادي طلاب
        social|Social club|Seurakerho|Geselliger Verein|نادٍ اجتماعي
        freemasonry|Masonic lodge|Vapaamuurarit|Freimaurerloge|محفل ماسوني
        automobile|Motor club|Autokerho|Automobilclub|نادي سيارات
        military=*|Military site|Sotilasalue|Militärgelände|موقع عسكري
        training_area,obstacle_course|Training ground|Harjoitusalue|Übungsplatz|ميدان تدريب
        barracks|Barracks|Kasarmi|Kaserne|ثكنة
        bunker|Bunker|Bunkkeri|Bunker|مخبأ
        landuse=*|Area|Alue|Fläche|منطقة
        residential|Residential area|Asuinalue|Wohngebiet|منطقة سكنية
        commercial|Business area|Liikealue|Gewerbegebiet|منطقة تجارية
        industrial|Industrial area|Teollisuusalue|Industriegebiet|منطقة صناعية
        retail|Shopping area|Kauppa-alue|Einkaufsgebiet|منطقة متاجر
        recreation_ground|Recreation ground|Virkistysalue|Erholungsgebiet|أرض ترفيهية
        grass,meadow,village_green|Meadow|Niitty|Wiese|مرج
        allotments|Allotments|Siirtolapuutarha|Kleingärten|حدائق مؤجرة
        farmland,farmyard|Farm|Maatila|Bauernhof|مزرعة
        vineyard|Vineyard|Viinitarha|Weinberg|كرم
        orchard|Orchard|Hedelmätarha|Obstgarten|بستان
        plant_nursery,greenhouse,greenhouse_horticulture|Plant nursery|Taimisto|Gärtnerei|مشتل نباتات
        quarry|Quarry|Louhos|Steinbruch|محجر
        landfill|Landfill|Kaatopaikka|Mülldeponie|مكب نفايات
        reservoir,basin|Reservoir|Tekojärvi|Stausee|خزان مائي
        winter_sports|Winter sports area|Talviurheilualue|Wintersportgebiet|منطقة رياضات شتوية
        landuse=religious|Religious site|Uskonnollinen alue|Kirchengelände|أرض دينية
        flowerbed|Flower bed|Kukkapenkki|Blumenbeet|حوض زهور
        aquaculture|Fish farm|Kalankasvattamo|Fischzucht|مزرعة أسماك
        depot|Depot|Varikko|Betriebshof|مستودع
        brownfield|Cleared land|Joutomaa|Brachfläche|أرض مهجورة
        aerialway=*|Cable transport|Köysirata|Seilbahn|نقل معلق
        cable_car|Cable car|Kaapelihissi|Seilbahn|تلفريك
        gondola|Gondola lift|Gondolihissi|Gondelbahn|مصعد كبائن
        chair_lift|Chairlift|Tuolihissi|Sessellift|مصعد كراسي
        drag_lift,platter,t-bar,rope_tow|Ski lift|Hiihtohissi|Schlepplift|مصعد تزلج
        magic_carpet|Magic carpet|Mattohissi|Zauberteppich|سير متحرك
        pylon|Pylon|Pylväs|Mast|عمود
        route=*|Route|Reitti|Route|مسار
        bus|Bus route|Bussilinja|Buslinie|خط حافلات
        train,route=railway|Train route|Junareitti|Bahnlinie|خط قطار
        hiking,foot,walking|Hiking route|Vaellusreitti|Wanderweg|مسار مشي
        route=bicycle,mtb|Cycle route|Pyöräreitti|Radroute|مسار دراجات
        route=road|Road|Tie|Straße|طريق
        ferry|Ferry|Lautta|Fähre|عبّارة
        horse|Riding route|Ratsastusreitti|Reitweg|مسار خيل
        canoe|Canoe route|Melontareitti|Kanuroute|مسار تجديف
        inline_skates|Skating route|Rullaluistelureitti|Inlineroute|مسار تزلج
        piste,ski|Ski run|Laskettelurinne|Skipiste|مسار تزلج
        fitness_trail|Fitness trail|Kuntopolku|Trimm-dich-Pfad|مسار لياقة
        barrier=*|Barrier|Este|Barriere|حاجز
        fence|Fence|Aita|Zaun|سياج
        wall,retaining_wall,city_wall|Wall|Muuri|Mauer|جدار
        toll_booth|Toll booth|Tietulli|Mautstelle|بوابة رسوم
        border_control|Border control|Rajatarkastus|Grenzkontrolle|نقطة حدود
        bollard|Bollard|Pollari|Poller|عمود حاجز
        entrance|Entrance|Sisäänkäynti|Eingang|مدخل
        power=*|Power facility|Sähkölaitos|Stromanlage|مرفق كهرباء
        substation,transformer|Substation|Sähköasema|Umspannwerk|محطة تحويل
        plant,generator|Power station|Voimalaitos|Kraftwerk|محطة كهرباء
        line|Power line|Voimajohto|Stromleitung|خط كهرباء
        building=*|Building|Rakennus|Gebäude|مبنى
        detached,terrace,semidetached_house,bungalow|House|Talo|Wohnhaus|بيت
        dormitory|Student housing|Opiskelija-asuntola|Wohnheim|سكن طلاب
        building=residential|Residential building|Asuinrakennus|Wohngebäude|مبنى سكني
        building=apartments|Apartment building|Kerrostalo|Mehrfamilienhaus|عمارة سكنية
        building=commercial|Commercial building|Liikerakennus|Geschäftshaus|مبنى تجاري
        building=retail|Shop building|Kaupparakennus|Ladengebäude|مبنى متاجر
        building=industrial|Industrial building|Teollisuusrakennus|Industriegebäude|مبنى صناعي
        building=office,office_building|Office building|Toimistotalo|Bürogebäude|مبنى مكاتب
        building=service|Service building|Huoltorakennus|Betriebsgebäude|مبنى خدمات
        building=construction|Building site|Rakennustyömaa|Baustelle|موقع بناء
        civic|Civic building|Julkinen rakennus|Öffentliches Gebäude|مبنى عام
        church,cathedral|Church|Kirkko|Kirche|كنيسة
        chapel|Chapel|Kappeli|Kapelle|كنيسة صغيرة
        mosque|Mosque|Moskeija|Moschee|مسجد
        synagogue|Synagogue|Synagoga|Synagoge|كنيس
        temple|Temple|Temppeli|Tempel|معبد
        shrine|Shrine|Pyhättö|Schrein|مزار
        warehouse|Warehouse|Varasto|Lagerhaus|مستودع
        barn|Barn|Lato|Scheune|حظيرة
        shed,hut|Shed|Vaja|Schuppen|سقيفة
        garages|Garages|Autotalleja|Garagen|مرائب
        building=garage|Garage|Autotalli|Garage|مرآب
        roof|Roof|Katos|Dach|سقف
        grandstand|Grandstand|Katsomo|Tribüne|مدرج متفرجين
        gazebo|Gazebo|Huvimaja|Pavillon|عريش
        boathouse|Boathouse|Venevaja|Bootshaus|بيت قوارب
        retirement_home|Retirement home|Vanhainkoti|Altersheim|دار مسنين
        block|Block|Kortteli|Häuserblock|كتلة مبانٍ
        room=*,indoor=*,room|Room|Huone|Raum|غرفة
        lobby|Lobby|Aula|Eingangshalle|ردهة
        area|Area|Alue|Bereich|منطقة
        area:highway=*|Road area|Tiealue|Straßenfläche|مساحة طريق
        """
    }
}
