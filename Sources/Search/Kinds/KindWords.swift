/// Words that people type for a kind of place, in addition to its OpenStreetMap value and its names (`KindTable`).
enum KindWords {
    /// One line a kind: values between commas, then English nouns in the singular, and words in Finnish, German and
    /// Arabic.
    static var lines: StaticString {
        """
        cafe|coffee,coffee shop,lunch|kahvila,kahvi,lounas|Café,Kaffee,Kaffeehaus|مقهى,قهوة,كافيه
        coffee|coffee|kahvi|Kaffee|قهوة
        restaurant|food,lunch,dinner,eat|ravintola,ruoka,lounas,illallinen|Restaurant,Gaststätte,Essen,Mittagessen|مطعم,مطاعم,طعام,غداء
        fast_food|fast food,takeaway,snack,food,lunch|pikaruoka,pikaruokala,grilli,ruoka,lounas|Imbiss,Schnellimbiss,Essen,Mittagessen|وجبات سريعة,طعام
        food_court|food court,food|ruokala,ruoka|Essen|ساحة طعام
        bar|bar,drink|baari,juottola|Bar,Kneipe|بار
        pub|pub,beer|pubi,olut,kapakka|Kneipe,Bier|حانة
        biergarten|beer garden|terassi|Biergarten|
        nightclub|club,disco|yökerho,disko|Nachtclub,Club,Disko|ملهى ليلي
        ice_cream|ice cream|jäätelö,jäätelökioski|Eis,Eisdiele,Eiscafé|آيس كريم,مثلجات
        drinking_water|water,water fountain,drinking fountain|vesi,juomavesi,vesipiste|Wasser,Trinkwasser,Trinkbrunnen|ماء,مياه شرب
        bakery|bakery,bread|leipomo,leipä|Bäckerei,Bäcker,Brot|مخبز,خبز
        pastry,confectionery|sweet,candy,cake|konditoria,karkki,kakku|Konditorei,Süßigkeiten,Kuchen|حلويات
        supermarket|supermarket,grocery,food|supermarket,ruokakauppa,kauppa,market|Supermarkt,Lebensmittel|سوبرماركت,بقالة
        convenience|convenience store,corner shop,grocery|lähikauppa,kauppa,kioski|Laden,Lebensmittel,Späti|بقالة,متجر
        kiosk|kiosk,newsstand|kioski,lehtikioski|Kiosk|كشك
        mall|mall,shopping centre,shopping center|ostoskeskus,kauppakeskus|Einkaufszentrum|مركز تسوق,مول
        department_store|department store|tavaratalo|Kaufhaus|متجر كبير
        clothes|clothing,fashion,clothes shop|vaatteet,vaatekauppa|Kleidung,Mode|ملابس
        shoes|shoe|kengät,kenkäkauppa|Schuhe|أحذية
        books|book,bookshop,bookstore|kirjat,kirjakauppa|Buchhandlung,Bücher|مكتبة,كتب
        hairdresser|hairdresser,barber,haircut|kampaamo,parturi|Friseur|حلاق,صالون
        beauty|beauty salon|kauneushoitola|Kosmetik|صالون تجميل
        chemist|chemist,drugstore|kemikaliokauppa|Drogerie|
        florist|flower,florist|kukka,kukkakauppa|Blumen,Blumenladen|زهور,ورد
        butcher|butcher,meat|lihakauppa,liha|Metzgerei,Fleischerei,Fleisch|جزار,لحم
        greengrocer|greengrocer,fruit,vegetable|hedelmät,vihannekset|Obst,Gemüse|خضار,فواكه
        alcohol,wine,beverages|liquor,wine,beer|alko,viini,olut,juomat|Wein,Bier,Getränke,Spirituosen|
        electronics,computer|electronics,computer|elektroniikka,tietokone|Elektronik,Computer|إلكترونيات,حاسوب
        mobile_phone|mobile phone,cell phone|puhelin,matkapuhelin|Handy,Mobiltelefon|هاتف محمول
        hardware,doityourself|hardware store,tool|rautakauppa,työkalut|Baumarkt,Werkzeug|أدوات
        furniture|furniture|huonekalut,huonekaluliike|Möbel|أثاث
        optician|optician,glasses|optikko,silmälasit|Optiker,Brille|نظارات
        jewelry|jewellery,jewelry|koruliike,korut|Schmuck,Juwelier|مجوهرات
        toys|toy|lelut,lelukauppa|Spielzeug|ألعاب
        gift|gift,souvenir|lahja,lahjatavarat|Geschenke,Souvenirs|هدايا
        sports|sports shop|urheilukauppa|Sportgeschäft|رياضة
        bicycle|bike,bicycle,bike shop|pyörä,polkupyörä,pyöräkauppa|Fahrrad,Fahrradladen|دراجة
        car|car dealer|autokauppa|Autohaus|سيارات
        car_repair|garage,mechanic,car repair|autokorjaamo|Autowerkstatt,Werkstatt|تصليح سيارات
        car_wash|car wash|autopesu|Autowäsche,Waschanlage|غسيل سيارات
        laundry,dry_cleaning|laundry,launderette,laundromat,dry cleaning|pesula|Wäscherei,Waschsalon,Reinigung|مغسلة
        pet|pet|lemmikki,eläinkauppa|Tierbedarf|حيوانات أليفة
        tobacco|tobacco,cigarette|tupakka|Tabak,Zigaretten|تبغ
        travel_agency|travel agency|matkatoimisto|Reisebüro|وكالة سفر
        second_hand,charity|secondhand,thrift,charity|kirpputori,kierrätyskeskus|Secondhand,Flohmarkt|
        newsagent|newspaper,magazine|lehdet|Zeitungen|صحف
        stationery|stationery|paperikauppa|Schreibwaren|قرطاسية
        marketplace|market|tori,kauppatori,kauppahalli|Markt|سوق
        pharmacy|pharmacy,chemist,drugstore,medicine|apteekki,lääke|Apotheke,Medikamente|صيدلية
        doctors,doctor|doctor,physician|lääkäri|Arzt,Ärzte,Arztpraxis|طبيب,عيادة
        dentist|dentist,dental|hammaslääkäri|Zahnarzt|طبيب أسنان
        hospital|hospital,emergency room|sairaala,päivystys|Krankenhaus,Spital,Klinik,Notaufnahme|مستشفى
        clinic|clinic|klinikka,terveysasema|Klinik,Praxis|عيادة
        veterinary|vet,veterinarian|eläinlääkäri|Tierarzt|طبيب بيطري
        defibrillator|defibrillator,aed|defibrillaattori|Defibrillator|مزيل الرجفان
        bank|bank|pankki|Bank|بنك,مصرف
        atm|atm,cash machine,cashpoint|pankkiautomaatti,käteisautomaatti|Geldautomat,Bankomat|صراف آلي
        bureau_de_change|currency exchange|rahanvaihto,valuutanvaihto|Wechselstube,Geldwechsel|صرافة
        post_office|post office,mail|posti|Post,Postamt|بريد,مكتب بريد
        post_box|mailbox,post box,letter box|postilaatikko|Briefkasten|صندوق بريد
        parcel_locker|parcel locker|pakettiautomaatti|Paketstation,Packstation|
        police|police,police station|poliisi,poliisiasema|Polizei|شرطة
        fire_station|fire station,fire brigade|paloasema,palokunta|Feuerwehr,Feuerwache|إطفاء
        townhall|town hall,city hall|kaupungintalo,kunnantalo|Rathaus,Gemeindeamt|بلدية
        courthouse|court,courthouse|oikeustalo,käräjäoikeus|Gericht|محكمة
        embassy|embassy,consulate|suurlähetystö,konsulaatti|Botschaft,Konsulat|سفارة
        library|library|kirjasto|Bibliothek,Bücherei|مكتبة
        school|school|koulu|Schule|مدرسة
        kindergarten|kindergarten,nursery,daycare,preschool|päiväkoti,esikoulu|Kindergarten,Kita|روضة,حضانة
        university|university|yliopisto|Universität,Uni|جامعة
        college|college|opisto,ammattikoulu|Hochschule|كلية
        toilets|toilet,restroom,bathroom,wc,loo|vessa,wc,käymälä|Toilette,WC,Klo|حمام,مرحاض,دورة مياه
        shower|shower|suihku|Dusche|دش
        bench|bench,seat|penkki|Sitzbank,Parkbank|مقعد,كرسي
        waste_basket|bin,trash can,rubbish bin,litter bin|roskis,roskakori|Mülleimer,Abfalleimer,Papierkorb|سلة مهملات
        waste_disposal|dumpster,rubbish container|jäteastia,jätepiste|Müllcontainer|حاوية
        recycling|recycling|kierrätys,kierrätyspiste|Recycling,Wertstoff,Altglas|إعادة تدوير
        vending_machine|vending machine|automaatti,myyntiautomaatti|Automat|آلة بيع
        telephone,phone|telephone,phone,payphone|puhelin,puhelinkoppi|Telefon,Telefonzelle|هاتف
        clock|clock|kello|Uhr|ساعة
        shelter|shelter|katos,suoja|Unterstand,Schutzhütte|مظلة
        picnic_table|picnic table|eväspöytä,piknikpöytä|Picknicktisch|طاولة نزهة
        picnic_site|picnic|piknik,eväspaikka|Picknick,Picknickplatz|نزهة
        bbq|barbecue,bbq,grill|grilli,grillipaikka|Grill,Grillplatz|شواء
        grave_yard,cemetery|cemetery,graveyard|hautausmaa|Friedhof|مقبرة
        community_centre|community centre,community center|seurantalo,yhteisötalo|Gemeindezentrum,Bürgerhaus|مركز مجتمعي
        coworking_space|coworking|työtila|Coworking|
        parking|parking,car park,parking lot|parkki,pysäköinti,parkkipaikka|Parkplatz,Parkhaus|موقف سيارات,موقف
        bicycle_parking|bike parking,bike rack,bicycle parking|pyöräparkki,pyöräteline|Fahrradständer,Fahrradparkplatz|موقف دراجات
        bicycle_rental|bike hire,bike rental,city bike|kaupunkipyörä,pyörävuokraus|Fahrradverleih,Leihrad|تأجير دراجات
        bicycle_repair_station|bike repair|pyöränkorjaus|Fahrradreparatur|
        fuel|gas station,petrol station,fuel|huoltoasema,bensa,bensiini|Tankstelle,Benzin|محطة وقود,بنزين
        charging_station|charging station,ev charger,charger|latausasema,lataus|Ladestation,Ladesäule|شحن
        car_rental|car rental,car hire|autovuokraamo|Autovermietung,Mietwagen|تأجير سيارات
        car_sharing|car sharing|yhteiskäyttöauto|Carsharing|
        taxi|taxi,cab|taksi,taksiasema|Taxi,Taxistand|تاكسي,سيارة أجرة
        bus_stop|bus stop,bus|bussipysäkki,pysäkki,bussi|Bushaltestelle,Haltestelle,Bus|موقف حافلات,حافلة
        bus_station|bus station,coach station|linja-autoasema,bussiasema|Busbahnhof|محطة حافلات
        station|station,train station,railway|asema,juna,rautatieasema|Bahnhof,Zug|محطة,قطار
        halt|train station,station|seisake,juna|Haltepunkt,Zug|محطة
        tram_stop|tram stop,tram|raitiovaunupysäkki,ratikka,pysäkki|Straßenbahn,Tram,Haltestelle|ترام
        subway_entrance|subway,metro,underground|metro,metroasema|U-Bahn,Metro|مترو
        ferry_terminal|ferry|lautta,satama|Fähre|عبارة
        aerodrome|airport|lentokenttä,lentoasema|Flughafen|مطار
        elevator|lift,elevator|hissi|Aufzug,Lift|مصعد
        boat_rental|boat rental|venevuokraus|Bootsverleih|
        marina|marina,harbour,harbor|venesatama,satama|Jachthafen,Hafen|مرسى
        museum|museum|museo|Museum|متحف
        gallery|gallery|galleria|Galerie|معرض
        artwork|artwork,art,sculpture,statue,mural|taide,taideteos,veistos,patsas|Kunst,Kunstwerk,Skulptur,Statue|عمل فني,تمثال
        attraction|sight,attraction|nähtävyys|Sehenswürdigkeit|معلم سياحي
        viewpoint|viewpoint,lookout,view|näköalapaikka,näköala|Aussichtspunkt,Aussicht|إطلالة
        information|information,tourist information|matkailuneuvonta,info|Touristeninformation,Information|معلومات
        monument|monument|muistomerkki|Denkmal|نصب تذكاري
        memorial|memorial|muistomerkki|Gedenkstätte,Denkmal|نصب تذكاري
        castle|castle|linna|Burg,Schloss|قلعة
        ruins|ruin|rauniot|Ruine|أطلال
        fountain|fountain|suihkulähde|Brunnen,Springbrunnen|نافورة
        hotel|hotel|hotelli|Hotel|فندق
        hostel|hostel|hostelli|Hostel,Jugendherberge|نزل
        guest_house|guest house,bed breakfast,bnb|majatalo|Pension,Gästehaus|بيت ضيافة
        camp_site|campsite,campground,camping|leirintäalue,leirintä|Campingplatz,Zeltplatz|مخيم
        cinema|cinema,movie theater,movie|elokuvateatteri,elokuva,leffa|Kino|سينما
        theatre|theatre,theater|teatteri|Theater|مسرح
        zoo|zoo|eläintarha|Zoo,Tierpark|حديقة حيوان
        park|park|puisto|Park|حديقة,منتزه
        garden|garden|puutarha|Garten|حديقة
        playground|playground|leikkipuisto,leikkipaikka|Spielplatz|ملعب أطفال
        dog_park|dog park|koirapuisto|Hundewiese,Hundepark|
        sports_centre|sports centre,sports center|urheilukeskus,liikuntakeskus|Sportzentrum|مركز رياضي
        fitness_centre|gym,fitness|kuntosali,sali|Fitnessstudio|صالة رياضية,نادي رياضي
        fitness_station|outdoor gym|ulkokuntosali|Fitnessparcours|
        swimming_pool|swimming pool,pool|uimahalli,uima-allas|Schwimmbad,Hallenbad|مسبح
        swimming_area|swimming,beach|uimaranta,uimapaikka|Badestelle|سباحة
        beach|beach|ranta,uimaranta|Strand|شاطئ
        pitch|pitch|kenttä|Sportplatz|ملعب
        stadium|stadium|stadion|Stadion|ملعب,استاد
        sauna|sauna|sauna|Sauna|ساونا
        ice_rink|ice rink|jäähalli,luistelu|Eisbahn|
        bowling_alley|bowling|keilahalli,keilaus|Bowling,Kegelbahn|بولينغ
        peak|peak,summit|huippu,vuori|Gipfel,Berg|قمة
        spring|spring|lähde|Quelle|نبع
        """
    }
}
