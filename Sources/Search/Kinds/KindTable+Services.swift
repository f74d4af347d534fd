extension KindTable {
    /// Services: `amenity`.
    static var services: StaticString {
        """
        amenity=*|Facility|Palvelu|Einrichtung|مرفق
        restaurant|Restaurant|Ravintola|Restaurant|مطعم
        cafe|Café|Kahvila|Café|مقهى
        fast_food|Fast food|Pikaruoka|Schnellimbiss|وجبات سريعة
        food_court|Food court|Ravintolamaailma|Gastronomiebereich|ساحة مطاعم
        bar|Bar|Baari|Bar|بار
        pub|Pub|Pubi|Kneipe|حانة
        biergarten|Beer garden|Olutpuutarha|Biergarten|حديقة جعة
        nightclub|Nightclub|Yökerho|Nachtclub|ملهى ليلي
        stripclub|Strip club|Stripklubi|Stripclub|ملهى تعرّ
        ice_cream|Ice cream|Jäätelö|Eisdiele|مثلجات
        hookah_lounge|Hookah lounge|Vesipiippubaari|Shisha-Bar|مقهى شيشة
        karaoke_box,karaoke|Karaoke|Karaoke|Karaoke|كاريوكي
        internet_cafe|Internet café|Nettikahvila|Internetcafé|مقهى إنترنت
        canteen|Canteen|Työpaikkaruokala|Kantine|مقصف
        pharmacy|Pharmacy|Apteekki|Apotheke|صيدلية
        hospital|Hospital|Sairaala|Krankenhaus|مستشفى
        clinic,urgent_care,centre|Clinic|Klinikka|Klinik|عيادة
        doctors,doctor|Doctor|Lääkäri|Arztpraxis|طبيب
        dentist|Dentist|Hammaslääkäri|Zahnarzt|طبيب أسنان
        veterinary|Vet|Eläinlääkäri|Tierarzt|طبيب بيطري
        nursing_home|Nursing home|Hoivakoti|Pflegeheim|دار رعاية
        social_facility|Social services|Sosiaalipalvelu|Soziale Einrichtung|خدمات اجتماعية
        social_centre|Social centre|Kansalaistalo|Soziales Zentrum|مركز اجتماعي
        childcare|Childcare|Lastenhoito|Kinderbetreuung|رعاية أطفال
        kindergarten|Kindergarten|Päiväkoti|Kindergarten|روضة أطفال
        school|School|Koulu|Schule|مدرسة
        prep_school|Tutoring school|Valmennuskurssi|Nachhilfeschule|مدرسة تحضيرية
        college|College|Oppilaitos|Hochschule|كلية
        university|University|Yliopisto|Universität|جامعة
        research_institute|Research institute|Tutkimuslaitos|Forschungsinstitut|معهد أبحاث
        language_school|Language school|Kielikoulu|Sprachschule|مدرسة لغات
        music_school|Music school|Musiikkikoulu|Musikschule|مدرسة موسيقى
        dancing_school|Dance school|Tanssikoulu|Tanzschule|مدرسة رقص
        driving_school|Driving school|Autokoulu|Fahrschule|مدرسة قيادة
        ski_school|Ski school|Hiihtokoulu|Skischule|مدرسة تزلج
        sailing_school|Sailing school|Purjehduskoulu|Segelschule|مدرسة إبحار
        dojo|Martial arts school|Kamppailulajisali|Kampfsportschule|نادي فنون قتالية
        library|Library|Kirjasto|Bibliothek|مكتبة عامة
        public_bookcase|Public bookcase|Kirjakaappi|Bücherschrank|خزانة كتب عامة
        toy_library|Toy library|Lelukirjasto|Spielothek|مكتبة ألعاب
        bank|Bank|Pankki|Bank|بنك
        atm|ATM|Pankkiautomaatti|Geldautomat|صراف آلي
        bureau_de_change|Currency exchange|Valuutanvaihto|Wechselstube|صرافة عملات
        money_transfer|Money transfer|Rahansiirto|Geldtransfer|تحويل أموال
        payment_terminal,payment_centre|Payment point|Maksupiste|Zahlstelle|نقطة دفع
        post_office|Post office|Posti|Postamt|مكتب بريد
        post_box,letter_box|Post box|Postilaatikko|Briefkasten|صندوق بريد
        post_depot|Postal depot|Postin jakelukeskus|Zustellstützpunkt|مستودع بريد
        parcel_locker|Parcel locker|Pakettiautomaatti|Paketstation|خزانة طرود
        luggage_locker,luggage_storage|Luggage lockers|Matkatavarasäilytys|Schließfächer|خزائن أمتعة
        police|Police|Poliisi|Polizei|شرطة
        fire_station|Fire station|Paloasema|Feuerwache|محطة إطفاء
        ambulance_station|Ambulance station|Ambulanssiasema|Rettungswache|محطة إسعاف
        ranger_station|Ranger station|Luontovalvojan asema|Rangerstation|محطة حراس
        townhall|Town hall|Kaupungintalo|Rathaus|دار البلدية
        courthouse|Courthouse|Oikeustalo|Gericht|محكمة
        prison|Prison|Vankila|Gefängnis|سجن
        embassy|Embassy|Suurlähetystö|Botschaft|سفارة
        parliament|Parliament|Eduskunta|Parlament|برلمان
        public_building,public|Public building|Julkinen rakennus|Öffentliches Gebäude|مبنى عام
        polling_station|Polling station|Äänestyspaikka|Wahllokal|مركز اقتراع
        community_centre,centre_communautaire|Community centre|Yhteisötalo|Gemeinschaftszentrum|مركز مجتمعي
        conference_centre,events_venue,events_centre,exhibition_centre|Event venue|Tapahtumakeskus|Veranstaltungsort|قاعة فعاليات
        coworking_space,coworking|Coworking space|Yhteiskäyttöinen työtila|Coworking|مساحة عمل مشتركة
        place_of_worship|Place of worship|Pyhäkkö|Gotteshaus|دار عبادة
        monastery|Monastery|Luostari|Kloster|دير
        grave_yard,cemetery|Cemetery|Hautausmaa|Friedhof|مقبرة
        crematorium|Crematorium|Krematorio|Krematorium|محرقة جثث
        mortuary|Mortuary|Ruumishuone|Leichenhalle|مشرحة
        funeral_hall|Funeral hall|Siunauskappeli|Trauerhalle|قاعة عزاء
        theatre|Theatre|Teatteri|Theater|مسرح
        cinema|Cinema|Elokuvateatteri|Kino|سينما
        arts_centre|Arts centre|Taidekeskus|Kulturzentrum|مركز فنون
        concert_hall,music_venue|Concert hall|Konserttitalo|Konzertsaal|قاعة حفلات
        planetarium|Planetarium|Planetaario|Planetarium|قبة فلكية
        stage,bandstand|Stage|Esiintymislava|Bühne|منصة
        studio|Studio|Studio|Studio|استوديو
        casino|Casino|Kasino|Spielbank|كازينو
        gambling|Gambling|Pelisali|Spielhalle|صالة قمار
        social_club|Social club|Kerho|Vereinslokal|نادٍ اجتماعي
        fortune_teller,psychic|Fortune teller|Ennustaja|Wahrsager|عرّاف
        toilets|Toilets|Käymälä|Toilette|دورة مياه
        shower|Shower|Suihku|Dusche|دش
        dressing_room|Changing room|Pukuhuone|Umkleide|غرفة تبديل ملابس
        drinking_water|Drinking water|Juomavesi|Trinkwasser|مياه شرب
        water_point|Water point|Vedenottopaikka|Wasserstelle|نقطة ماء
        watering_place|Watering place|Eläinten juottopaikka|Tränke|مورد ماء
        kneipp_water_cure|Kneipp bath|Kneipp-allas|Kneippanlage|حمام كنايب
        fountain|Fountain|Suihkulähde|Springbrunnen|نافورة
        bench|Bench|Penkki|Sitzbank|مقعد
        lounger|Lounger|Lepotuoli|Liege|كرسي استلقاء
        table|Table|Pöytä|Tisch|طاولة
        shelter|Shelter|Katos|Unterstand|مظلة
        clock|Clock|Kello|Uhr|ساعة
        waste_basket|Rubbish bin|Roskakori|Abfalleimer|سلة مهملات
        ashtray|Ashtray|Tuhkakuppi|Aschenbecher|منفضة سجائر
        waste_disposal|Waste container|Jäteastia|Müllcontainer|حاوية نفايات
        waste_transfer_station|Waste transfer station|Jätteiden siirtoasema|Müllumladestation|محطة نقل نفايات
        recycling|Recycling|Kierrätyspiste|Recycling|إعادة تدوير
        sanitary_dump_station|Waste water point|Jäteveden tyhjennyspaikka|Entsorgungsstation|محطة تفريغ
        grit_bin|Grit bin|Hiekoitushiekka-astia|Streugutbehälter|صندوق رمل
        vending_machine|Vending machine|Myyntiautomaatti|Automat|آلة بيع
        tickets,ticket|Ticket office|Lipunmyynti|Kartenverkauf|بيع تذاكر
        telephone,phone|Telephone|Puhelin|Telefon|هاتف
        device_charging_station|Phone charging|Laitteiden lataus|Handy-Ladestation|شحن أجهزة
        bbq|Barbecue|Grillipaikka|Grillplatz|شواء
        food_sharing,give_box|Sharing shelf|Jakokaappi|Fairteiler|رف مشاركة
        animal_boarding|Animal boarding|Eläinhoitola|Tierpension|فندق حيوانات
        animal_shelter|Animal shelter|Löytöeläintalo|Tierheim|مأوى حيوانات
        animal_training|Animal training|Eläinkoulutus|Tierschule|تدريب حيوانات
        hunting_stand|Hunting stand|Metsästyslava|Hochsitz|برج صيد
        scout_hut,scout_camp|Scout hut|Partiokolo|Pfadfinderheim|مقر كشافة
        dive_centre|Diving centre|Sukelluskeskus|Tauchzentrum|مركز غوص
        boat_storage|Boat storage|Veneiden säilytys|Bootslager|مخزن قوارب
        loading_dock|Loading dock|Lastauslaituri|Laderampe|رصيف تحميل
        weighbridge|Weighbridge|Ajoneuvovaaka|Fahrzeugwaage|ميزان شاحنات
        vehicle_inspection|Vehicle inspection|Katsastusasema|Fahrzeugprüfstelle|فحص مركبات
        life_ring|Life ring|Pelastusrengas|Rettungsring|طوق نجاة
        life_boat|Lifeboat|Pelastusvene|Rettungsboot|قارب نجاة
        parking|Parking|Pysäköinti|Parkplatz|موقف سيارات
        parking_space,disused_parking|Parking space|Pysäköintiruutu|Stellplatz|مكان وقوف
        parking_entrance,parking_exit|Car park entrance|Pysäköintihallin sisäänkäynti|Parkhauseinfahrt|مدخل موقف سيارات
        motorcycle_parking|Motorcycle parking|Moottoripyöräpysäköinti|Motorradparkplatz|موقف دراجات نارية
        bicycle_parking,bicycle_parking_space|Bike parking|Pyöräpysäköinti|Fahrradständer|موقف دراجات
        bicycle_rental|Bike rental|Pyörävuokraus|Fahrradverleih|تأجير دراجات
        bicycle_repair_station|Bike repair stand|Pyöränkorjauspiste|Fahrrad-Reparaturstation|نقطة إصلاح دراجات
        scooter_rental,kick-scooter_rental|Scooter rental|Potkulautavuokraus|Rollerverleih|تأجير سكوتر
        boat_rental|Boat rental|Venevuokraus|Bootsverleih|تأجير قوارب
        ski_rental|Ski rental|Suksivuokraus|Skiverleih|تأجير زلاجات
        car_rental|Car rental|Autovuokraamo|Autovermietung|تأجير سيارات
        car_sharing|Car sharing|Yhteiskäyttöauto|Carsharing|مشاركة سيارات
        car_wash|Car wash|Autopesula|Autowäsche|غسيل سيارات
        compressed_air|Compressed air|Paineilma|Druckluft|هواء مضغوط
        fuel|Petrol station|Huoltoasema|Tankstelle|محطة وقود
        charging_station|Charging station|Latausasema|Ladestation|محطة شحن
        taxi|Taxi rank|Taksiasema|Taxistand|موقف تاكسي
        bus_stop|Bus stop|Bussipysäkki|Bushaltestelle|موقف حافلات
        bus_station|Bus station|Linja-autoasema|Busbahnhof|محطة حافلات
        ferry_terminal|Ferry terminal|Lauttasatama|Fähranleger|محطة عبّارات
        """
    }
}
