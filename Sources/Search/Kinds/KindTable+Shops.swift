extension KindTable {
    /// Shops: `shop`.
    static var shops: StaticString {
        """
        shop=*|Shop|Kauppa|Geschäft|متجر
        supermarket|Supermarket|Supermarket|Supermarkt|سوبرماركت
        convenience,country_store|Convenience store|Lähikauppa|Minimarkt|بقالة
        grocery,food|Grocery shop|Ruokakauppa|Lebensmittelgeschäft|متجر أغذية
        kiosk|Kiosk|Kioski|Kiosk|كشك
        mall,shopping_centre|Shopping centre|Ostoskeskus|Einkaufszentrum|مركز تسوق
        department_store|Department store|Tavaratalo|Kaufhaus|متجر كبير
        general,variety_store|General store|Sekatavarakauppa|Gemischtwarenladen|متجر عام
        wholesale|Wholesale shop|Tukkukauppa|Großhandel|بيع بالجملة
        marketplace|Market|Tori|Markt|سوق
        bakery|Bakery|Leipomo|Bäckerei|مخبز
        pastry|Pastry shop|Konditoria|Konditorei|حلويات
        confectionery|Sweet shop|Makeiskauppa|Süßwarenladen|سكاكر
        chocolate|Chocolate shop|Suklaakauppa|Schokoladengeschäft|شوكولاتة
        butcher,meat|Butcher|Lihakauppa|Metzgerei|جزار
        seafood,fishmonger|Fish shop|Kalakauppa|Fischgeschäft|أسماك
        greengrocer|Greengrocer|Vihanneskauppa|Obst und Gemüse|خضار وفواكه
        cheese|Cheese shop|Juustokauppa|Käseladen|أجبان
        dairy|Dairy shop|Maitokauppa|Milchladen|ألبان
        deli|Delicatessen|Herkkukauppa|Feinkost|أطعمة فاخرة
        pasta|Pasta shop|Pastakauppa|Nudelgeschäft|معكرونة
        health_food,nutrition_supplements|Health food shop|Luontaistuotekauppa|Reformhaus|أغذية صحية
        farm|Farm shop|Tilapuoti|Hofladen|منتجات مزرعة
        coffee|Coffee shop|Kahvikauppa|Kaffeegeschäft|بن
        tea|Tea shop|Teekauppa|Teegeschäft|شاي
        alcohol|Off-licence|Alkoholikauppa|Spirituosengeschäft|مشروبات كحولية
        wine|Wine shop|Viinikauppa|Weinhandlung|نبيذ
        beverages|Drinks shop|Juomakauppa|Getränkemarkt|مشروبات
        water|Water|Vesialue|Gewässer|مسطح مائي
        tobacco|Tobacconist|Tupakkakauppa|Tabakladen|تبغ
        e-cigarette,smoke_shop,smoke|Vape shop|Sähkösavukekauppa|E-Zigaretten|سجائر إلكترونية
        cannabis|Cannabis shop|Kannabiskauppa|Cannabisladen|قنّب
        clothes,apparel|Clothes shop|Vaatekauppa|Bekleidung|ملابس
        boutique|Boutique|Putiikki|Boutique|بوتيك
        fashion_accessories,accessories,handbags|Accessories shop|Asustekauppa|Accessoires|إكسسوارات
        shoes|Shoe shop|Kenkäkauppa|Schuhgeschäft|أحذية
        shoe_repair,shoemaker|Shoe repair|Suutari|Schuhmacher|إصلاح أحذية
        bag|Bag shop|Laukkukauppa|Taschen|حقائب
        hat,hats|Hat shop|Hattukauppa|Hutgeschäft|قبعات
        jewelry,gems,gold|Jeweller|Koruliike|Juwelier|مجوهرات
        watches,watchmaker,clockmaker|Watch shop|Kelloliike|Uhrmacher|ساعات
        leather|Leather goods|Nahkatavarat|Lederwaren|جلديات
        fur|Furrier|Turkisliike|Pelzgeschäft|فراء
        fabric|Fabric shop|Kangaskauppa|Stoffgeschäft|أقمشة
        sewing|Sewing shop|Ompelutarvikkeet|Nähbedarf|لوازم خياطة
        tailor,dressmaker|Tailor|Räätäli|Schneiderei|خياط
        bridal,wedding|Bridal shop|Hääpukuliike|Brautmode|ملابس زفاف
        baby_goods|Baby shop|Lastentarvikeliike|Babyausstattung|مستلزمات أطفال
        toys|Toy shop|Lelukauppa|Spielzeugladen|ألعاب أطفال
        games|Game shop|Pelikauppa|Spieleladen|ألعاب
        video_games|Video game shop|Videopelikauppa|Videospiele|ألعاب فيديو
        video|Video shop|Videovuokraamo|Videothek|فيديو
        anime|Anime shop|Animekauppa|Anime-Laden|متجر أنمي
        books|Bookshop|Kirjakauppa|Buchhandlung|مكتبة
        newsagent|Newsagent|Lehtikioski|Zeitungsladen|صحف
        stationery|Stationery|Paperikauppa|Schreibwaren|قرطاسية
        office_supplies|Office supplies|Toimistotarvikkeet|Bürobedarf|لوازم مكتبية
        copyshop,printing,printer|Print shop|Kopiointipalvelu|Copyshop|طباعة ونسخ
        music,records|Music shop|Musiikkikauppa|Musikgeschäft|موسيقى
        musical_instrument|Musical instruments|Soitinliike|Musikinstrumente|آلات موسيقية
        photo,camera|Photo shop|Valokuvausliike|Fotogeschäft|تصوير
        art|Art shop|Taideliike|Kunsthandlung|متجر فني
        craft,handicraft,handicrafts,artist|Craft supplies|Askartelukauppa|Bastelbedarf|لوازم حرفية
        frame|Picture framing|Kehystämö|Bilderrahmen|إطارات صور
        antiques|Antiques|Antiikkiliike|Antiquitäten|تحف
        collector|Collectables|Keräilykauppa|Sammlerbedarf|مقتنيات
        second_hand|Second-hand shop|Käytetyn tavaran kauppa|Gebrauchtwaren|سلع مستعملة
        charity|Charity shop|Hyväntekeväisyyskauppa|Wohltätigkeitsladen|متجر خيري
        pawnbroker|Pawnbroker|Panttilainaamo|Pfandhaus|رهونات
        gift,souvenir,souvenirs|Gift shop|Lahjatavarakauppa|Geschenkeladen|هدايا
        party|Party supplies|Juhlatarvikkeet|Partybedarf|لوازم حفلات
        florist|Florist|Kukkakauppa|Blumenladen|زهور
        garden_centre|Garden centre|Puutarhamyymälä|Gartencenter|مشتل
        agrarian|Farm supplies|Maatalouskauppa|Landhandel|لوازم زراعية
        pet,pets|Pet shop|Eläinkauppa|Tierbedarf|حيوانات أليفة
        pet_grooming|Pet grooming|Eläintrimmaamo|Tiersalon|عناية بالحيوانات
        hairdresser|Hairdresser|Kampaamo|Friseur|حلاق
        hairdresser_supply|Hairdressing supplies|Kampaamotarvikkeet|Friseurbedarf|لوازم حلاقة
        beauty,beauty_salon,nails,nail_salon,nailstudio|Beauty salon|Kauneushoitola|Kosmetiksalon|صالون تجميل
        cosmetics,beauty_supply|Cosmetics|Kosmetiikka|Kosmetikgeschäft|مستحضرات تجميل
        perfumery|Perfumery|Hajuvesikauppa|Parfümerie|عطور
        massage|Massage|Hieronta|Massage|تدليك
        spa,wellness_center|Spa|Kylpylä|Wellness|منتجع صحي
        tattoo|Tattoo studio|Tatuointistudio|Tattoostudio|وشم
        piercing|Piercing studio|Lävistysstudio|Piercingstudio|ثقب الجسم
        wigs|Wig shop|Peruukkiliike|Perückengeschäft|شعر مستعار
        chemist|Drugstore|Kemikaliokauppa|Drogerie|مستلزمات صيدلانية
        medical_supply|Medical supplies|Apuvälineliike|Sanitätshaus|مستلزمات طبية
        optician|Optician|Optikko|Optiker|نظارات
        hearing_aids|Hearing aids|Kuulokojeliike|Hörgeräte|سماعات أذن
        herbalist|Herbalist|Yrttikauppa|Kräuterladen|أعشاب
        electronics|Electronics|Elektroniikka|Elektronik|إلكترونيات
        computer|Computer shop|Tietokonekauppa|Computergeschäft|حواسيب
        hifi|Hi-fi shop|Hifikauppa|Hi-Fi-Geschäft|أجهزة صوت
        mobile_phone|Mobile phones|Matkapuhelinkauppa|Handyladen|هواتف محمولة
        telecommunication|Telecom shop|Teleliike|Telekommunikation|اتصالات
        appliance,appliances|Appliances|Kodinkoneet|Haushaltsgeräte|أجهزة منزلية
        repair,electronics_repair|Repair shop|Korjaamo|Reparaturwerkstatt|تصليح
        furniture|Furniture|Huonekalut|Möbelhaus|أثاث
        bed|Bed shop|Sänkykauppa|Bettenhaus|أسرّة
        kitchen|Kitchen shop|Keittiökalusteet|Küchenstudio|مطابخ
        bathroom_furnishing|Bathroom shop|Kylpyhuonekalusteet|Badausstattung|تجهيزات حمامات
        houseware,home_goods,cookware|Homeware|Taloustavarat|Haushaltswaren|أدوات منزلية
        interior_decoration|Interior decoration|Sisustusliike|Raumausstattung|ديكور
        carpet|Carpet shop|Mattokauppa|Teppichgeschäft|سجاد
        flooring|Flooring|Lattiamateriaalit|Bodenbeläge|أرضيات
        lighting|Lighting shop|Valaisinliike|Leuchten|إضاءة
        curtain,window_blind|Curtains|Verholiike|Gardinen|ستائر
        paint|Paint shop|Maalikauppa|Farbengeschäft|دهانات
        hardware,doityourself,trade|Hardware store|Rautakauppa|Baumarkt|أدوات ومواد بناء
        tool_hire,rental|Hire shop|Vuokraamo|Verleih|تأجير معدات
        locksmith,locks|Locksmith|Lukkoseppä|Schlüsseldienst|أقفال
        storage_rental|Self storage|Pienvarasto|Mietlager|مستودعات للإيجار
        swimming_pool|Swimming pool|Uima-allas|Schwimmbecken|مسبح
        sports|Sports shop|Urheilukauppa|Sportgeschäft|رياضة
        outdoor|Outdoor shop|Retkeilykauppa|Outdoorladen|لوازم رحلات
        fishing|Fishing|Kalastus|Angeln|صيد أسماك
        skateboard|Skateboard shop|Skeittikauppa|Skateboardladen|ألواح تزلج
        weapons|Weapons shop|Asekauppa|Waffengeschäft|أسلحة
        military_surplus,surplus|Army surplus|Armeijan ylijäämä|Armeebestände|فائض عسكري
        bicycle|Bike shop|Polkupyöräkauppa|Fahrradladen|دراجات
        e-bike|E-bike shop|Sähköpyöräkauppa|E-Bike-Laden|دراجات كهربائية
        car,auto|Car dealer|Autokauppa|Autohaus|معرض سيارات
        car_repair,garage|Car repair|Autokorjaamo|Autowerkstatt|تصليح سيارات
        car_parts|Car parts|Autonosat|Autoteile|قطع سيارات
        truck_repair|Truck repair|Raskaan kaluston korjaamo|Lkw-Werkstatt|تصليح شاحنات
        tyres|Tyre shop|Rengasliike|Reifenhändler|إطارات
        motorcycle|Motorcycle shop|Moottoripyöräkauppa|Motorradgeschäft|دراجات نارية
        boat|Boat shop|Venekauppa|Bootshandel|قوارب
        laundry|Laundry|Pesula|Waschsalon|مغسلة
        dry_cleaning|Dry cleaner|Kemiallinen pesula|Reinigung|تنظيف جاف
        travel_agency,travel_agent|Travel agency|Matkatoimisto|Reisebüro|وكالة سفر
        funeral_directors|Funeral director|Hautaustoimisto|Bestattungsinstitut|خدمات جنائزية
        lottery,bookmaker|Betting shop|Vedonlyönti|Wettbüro|مراهنات
        erotic,adult|Erotic shop|Seksikauppa|Erotikgeschäft|متجر للبالغين
        religion|Religious goods|Uskonnolliset tarvikkeet|Religiöse Einrichtung|لوازم دينية
        shipping|Shipping|Lähetyspalvelu|Versand|شحن طرود
        vacant|Vacant shop|Tyhjä liiketila|Leerstehendes Geschäft|محل شاغر
        pyrotechnics|Fireworks shop|Ilotulitekauppa|Feuerwerk|ألعاب نارية
        """
    }
}
