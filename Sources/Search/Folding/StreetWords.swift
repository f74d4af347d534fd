/// Words in the names of streets and places with their abbreviations, by language: a query for either form finds both.
///
/// All words are folded; each group has the full form first. The abbreviations follow
/// wiki.openstreetmap.org/wiki/Name_finder:Abbreviations and the postal authorities' lists (USPS Publication 28
/// appendix C, La Poste's AFNOR XP Z10-011), rewritten from scratch. A word may be in several groups ("St Thomas
/// Street").
enum StreetWords {
    static var groups: [StaticString] {
        english + french + german + spanish + portuguese + italian + catalan + dutch + northern + baltic + polish
            + czech
            + balkan + turkish + greek + cyrillic + asian + ordinals
    }

    /// Whether a street word may be missing in a country's tags although people say it: "ul. Marszałkowska" is
    /// "Marszałkowska".
    static func isOmissible(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "ul", "ulica", "ulice", "ул", "улица", "вул", "вулиця", "calle", "av", "avenida", "jl", "jln", "jalan",
                "duong", "pho", "רח", "רחוב",
            ], word)
    }

    /// Whether a word names a type of street in languages whose street words may be missing: a name with it is
    /// complete.
    static func isSort(_ word: ArraySlice<UInt8>) -> Bool {
        isOmissible(word)
            || isOne(
                of: [
                    "aleja", "aleje", "plac", "rondo", "osiedle", "rynek", "bulwar", "most", "trida", "trieda",
                    "namesti", "namestie", "nabrezi", "nabrezie", "sidliste", "sidlisko", "cesta", "trg", "проспект",
                    "переулок", "площадь", "проезд", "бульвар", "набережная", "шоссе", "тупик", "аллея", "линия",
                    "провулок", "площа", "узвіз", "callejon", "calzada", "camino", "carrera", "carretera", "diagonal",
                    "transversal", "paseo", "pasaje", "plaza", "ronda", "travesia", "gang", "lorong", "שדרות", "כיכר",
                    "סמטת",
                ], word)
    }

    private static func isOne(of known: [StaticString], _ word: ArraySlice<UInt8>) -> Bool {
        known.contains { $0.withUTF8Buffer { unsafe word.elementsEqual($0) } }  // The literal's own bytes.
    }

    private static var ordinals: [StaticString] {
        [
            "toinen 2", "kolmas 3", "neljas 4", "viides 5", "toinen ii", "kolmas iii", "neljas iv", "eerste 1e",
            "tweede 2e", "derde 3e",
        ]
    }

    private static var english: [StaticString] {
        [
            "street st str", "saint st", "avenue ave av aven", "road rd", "drive dr", "lane ln la", "court ct crt",
            "place pl", "boulevard blvd boul bd bvd", "square sq", "highway hwy", "parkway pkwy pky", "circle cir circ",
            "terrace ter terr tce", "trail trl", "turnpike tpke", "expressway expy expwy", "mount mt", "mountain mtn",
            "fort ft", "heights hts hgts", "north n nth", "south s sth", "east e", "west w", "northeast ne",
            "northwest nw", "southeast se", "southwest sw", "route rte rt", "alley aly", "center centre ctr cntr",
            "building bldg", "university univ", "and und ja et och", "crescent cres cr crs", "close cl", "grove gr grv",
            "gardens gdns", "garden gdn", "green grn gn", "hill hl", "hills hls", "island isl", "junction jct jn",
            "lake lk", "landing lndg", "lodge ldg", "meadow mdw", "meadows mdws", "motorway mwy", "parade pde",
            "point pt", "port prt", "promenade prom", "ridge rdg", "river riv", "spring spg", "springs spgs",
            "station stn sta", "track trk", "valley vly", "village vlg", "vista vis", "walk wlk", "freeway fwy",
            "causeway cswy", "bridge brg", "brook brk", "creek crk", "crossing xing", "canyon cyn", "estate est",
            "esplanade esp", "extension ext", "falls fls", "ferry fry", "field fld", "fields flds", "forest frst",
            "gateway gtwy", "glen gln", "harbor harbour hbr", "haven hvn", "hollow holw", "manor mnr", "orchard orch",
            "passage psge", "plain pln", "plaza plz pza", "throughway trwy", "tunnel tunl", "view vw", "way wy",
            "bypass byp", "beach bch", "circuit cct", "cove cv", "doctor dr", "general gen", "junior jr", "senior sr",
            "reverend rev", "sergeant sgt", "captain capt", "colonel col", "professor prof", "lieutenant lt",
            "county cr co", "state sr", "first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th",
            "seventh 7th",
            "eighth 8th", "ninth 9th", "tenth 10th", "eleventh 11th", "twelfth 12th",
        ]
    }

    private static var french: [StaticString] {
        [
            "rue r", "chemin ch che chem", "sainte ste", "saints sts", "allee all al", "allees all als", "impasse imp",
            "faubourg fg fbg faub", "premier 1er", "premiere 1ere", "boulevard bd boul", "chaussee chs chee",
            "commandant cdt cmdt", "capitaine cap cne", "docteur dr", "esplanade espl", "grand gd", "grande gde",
            "hameau ham", "lotissement lot", "marechal mal mar", "monseigneur mgr", "montee mte", "passage pas pass",
            "place pl", "pont pt", "porte pte", "president pdt pres", "professeur pr prof", "quai q",
            "quartier qrt quart",
            "residence res", "ruelle rle", "sentier sen sent", "traverse tra", "vieux vx", "vieille vlle", "villa vla",
            "rondpoint rpt", "cours crs", "carrefour car carr",
        ]
    }

    private static var german: [StaticString] {
        [
            "strasse str", "platz pl", "sankt st skt", "doktor dr", "allee al", "gasse g gs", "weg wg",
            "bahnhof bf bhf", "hauptbahnhof hbf", "burgermeister bgm bgmst", "oberburgermeister obgm obm", "brucke br",
            "grosse gr", "grosser gr", "kleine kl", "kleiner kl", "obere ob", "oberer ob", "untere unt", "unterer unt",
            "chaussee ch", "nord n", "sud s", "ring rg", "hof hf",
        ]
    }

    private static var spanish: [StaticString] {
        [
            "avenida avda av avd avdg ac ak", "calle c cl cll clle", "callejon cjon cllj", "calzada calz czda",
            "camino cno cmno",
            "carrera cr cra kr kra krr", "carretera ctra crta", "cerrada cda", "circuito cto", "colonia col",
            "cuesta csta",
            "diagonal dg diag", "transversal tv transv tr", "doctor dr", "doctora dra", "general gral gen",
            "glorieta gta",
            "ingeniero ing", "licenciado lic", "nuestra ntra nta", "senora sra", "santo sto", "santa sta", "san s",
            "pasaje psje pje", "paseo po pso", "plaza pza plz pl", "plazuela plzla", "presidente pte pdte",
            "privada priv pvda", "prolongacion prol prolg", "puente pte", "ronda rda", "travesia trva trv",
            "urbanizacion urb", "via v", "autopista autop aut", "bulevar blvd bvar bulv", "norte n nte", "sur s",
            "este e", "oeste o", "oriente ote", "poniente pte", "coronel cnel cor", "capitan cap",
            "comandante cmdte cte",
            "mariscal mcal", "profesor prof", "profesora profa", "hermanos hnos", "virgen vgen", "primera 1a 1ra",
            "segunda 2a 2da", "tercera 3a 3ra",
        ]
    }

    private static var portuguese: [StaticString] {
        [
            "rua r", "avenida av avda", "alameda al alam", "beco bc", "calcada cc calc", "doutor dr", "doutora dra",
            "engenheiro eng", "estrada est estr", "general gen gal", "largo lg lgo", "ladeira ld lad", "marechal mal",
            "padre pe", "praca pca pc pr", "praceta pct pcta", "presidente pres", "professor prof", "professora profa",
            "quinta qta", "rodovia rod", "rotunda rot", "santo sto", "santa sta", "sao s", "senhor sr", "senhora sra",
            "nossa n", "travessa tv trav", "vila vl", "visconde visc", "capitao cap", "coronel cel", "tenente ten",
            "brigadeiro brig", "almirante alm", "comendador comend com", "desembargador des", "senador sen",
            "governador gov", "jardim jd jdm", "parque pq pque", "conjunto cj conj",
        ]
    }

    private static var italian: [StaticString] {
        [
            "via v", "viale vle", "piazza pza pzza p pz", "piazzale ple pzle", "piazzetta ptta", "corso cso c",
            "largo lgo l", "vicolo vlo vic", "strada str sda", "contrada cda contr", "localita loc", "frazione fraz",
            "borgo bgo", "campo cpo", "circonvallazione circ conv", "lungotevere ltv lgt", "salita sal", "ponte pte",
            "porta pta", "traversa trav", "santo s sto", "santa s sta", "san s", "santi ss", "fratelli flli",
            "dottor dr dott", "generale gen", "giuseppe g gius", "giovanni gv gio", "professore prof", "monsignor mons",
            "cardinale card", "colonnello col", "capitano cap", "tenente ten",
        ]
    }

    private static var catalan: [StaticString] {
        [
            "avinguda av avda avgda", "carrer c cr", "carretera ctra", "passeig pg psg", "passatge ptge pge",
            "placa pl",
            "placeta plta", "rambla rbla", "ronda rda", "sant st", "santa sta", "travessera trav", "travessia trva",
            "baixada bda", "pujada pda", "praza pza", "kalea k", "etorbidea etorb",
        ]
    }

    private static var dutch: [StaticString] {
        [
            "straat str", "laan ln", "plein pln pl", "weg wg", "gracht gr", "kade kd", "singel sgl", "dijk dk",
            "steenweg stwg", "sint st", "burgemeester burg bgm", "dokter dr", "doctor dr", "ingenieur ir", "meester mr",
            "prins pr", "prinses prs", "koning kon", "koningin kon", "generaal gen", "noord n", "zuid z", "oost o",
            "nieuwe nwe", "grote gr", "kleine kl", "van v", "pastoor past", "kapelaan kap", "jonkheer jhr",
        ]
    }

    private static var northern: [StaticString] {
        [
            "katu k", "tie t", "kuja kj", "puistotie pt", "polku p", "aukio auk", "gatan g gt", "gata g gt",
            "vagen v vg",
            "vag v", "grand gr grd", "torget t", "platsen pl", "plats pl", "stigen stg st", "sankt st skt sct",
            "sankta sta", "allen all", "norra n nr", "sodra s sd", "ostra o", "vastra v", "stora st", "lilla l",
            "gamla gl", "gate g gt", "gaten g gt", "vei v", "veien v vn", "veg v", "vegen v", "plass pl", "alle al",
            "gade g", "vej v", "plads pl", "torv t", "norre nr n", "sonder sdr s", "ostre o", "vestre v", "vester v",
            "gammel gl", "store st", "lille ll", "boulevarden blvd", "vegur v",
        ]
    }

    private static var baltic: [StaticString] {
        [
            "tanav tn t", "maantee mnt", "puiestee pst", "vaike v", "suur s", "iela i", "bulvaris bulv",
            "prospekts prosp",
            "gatve g", "laukums lauk", "prospektas pr", "aikste a", "plentas pl", "skersgatvis skg", "takas tak",
            "kelias kel", "sventojo sv",
        ]
    }

    private static var polish: [StaticString] {
        [
            "ulica ul", "aleja al", "aleje al", "plac pl", "osiedle os", "swietego sw", "swietej sw", "swiety sw",
            "swieta sw", "swietych sw", "generala gen", "ksiedza ks", "biskupa bp", "kardynala kard", "marszalka marsz",
            "pulkownika plk", "porucznika por", "kapitana kpt", "doktora dr", "profesora prof", "bulwar bulw",
            "krolowej krol", "krola kr", "rotmistrza rtm", "majora mjr", "hetmana hetm", "inzyniera inz", "imienia im",
        ]
    }

    private static var czech: [StaticString] {
        [
            "ulice ul", "trida tr", "trieda tr", "namesti nam n", "namestie nam n", "nabrezi nabr", "nabrezie nabr",
            "sidliste sidl", "sidlisko sidl", "svateho sv", "svaty sv", "svata sv", "svate sv", "doktora dr",
            "generala gen",
            "profesora prof", "kapitana kpt", "cesta c", "utca u", "korut krt", "sugarut sgt", "ter t", "setany stny",
            "szent szt", "lakotelep ltp", "kerulet ker", "rakpart rkp",
        ]
    }

    private static var balkan: [StaticString] {
        [
            "strada str", "bulevardul bd bdul blvd", "bulevard bd blvd bul", "calea cal", "soseaua sos", "splaiul spl",
            "piata pta", "aleea al", "intrarea intr", "fundatura fnd fund", "prelungirea prel", "sfantul sf",
            "sfanta sf",
            "sfintii sf", "general gen gral", "doctor dr", "capitan cpt cap", "colonel col", "maresal mares",
            "maior mr",
            "locotenent lt", "sublocotenent slt", "profesor prof", "inginer ing", "bulevar bul blv", "bulevara bul",
            "svetog sv", "sveti sv", "svete sv", "naselje nas", "avenija av", "obala ob", "prolaz prol",
            "setaliste set",
            "nabrezje nab", "trg t", "brace br", "rruga rr", "sheshi sh",
        ]
    }

    private static var turkish: [StaticString] {
        [
            "cadde cad cd", "caddesi cad cd", "sokak sok sk", "sokagi sok sk", "mahalle mah mh", "mahallesi mah mh",
            "bulvari bul blv bulv", "bulvar bul blv", "meydani mey myd", "meydan mey", "apartmani apt", "sehit sht",
            "sitesi sit", "site st sit", "cikmazi cik", "doktor dr", "albay alb", "pasa ps",
        ]
    }

    private static var greek: [StaticString] {
        [
            "λεωφοροσ λεωφ λ", "οδοσ οδ", "πλατεια πλ", "αγιοσ αγ", "αγια αγ", "αγιου αγ", "αγιασ αγ", "αγιων αγ",
            "παροδοσ παρ", "βασιλεωσ βασ", "βασιλισσησ βασ", "στρατηγου στρ", "εθνικησ εθν", "γεωργιου γεωρ",
            "κωνσταντινου κων κωνστ", "ιωαννου ιω", "νικολαου νικ",
        ]
    }

    private static var cyrillic: [StaticString] {
        [
            "улица ул", "проспект пр просп прт пркт", "переулок пер", "площадь пл", "проезд пр прд",
            "бульвар бул бр бульв",
            "набережная наб", "шоссе ш", "тупик туп", "аллея ал", "микрораион мкр мкрн мн", "квартал кв кварт",
            "линия лин",
            "дорога дор", "поселок пос", "деревня дер", "город г", "имени им", "большая б бол", "большои б бол",
            "малая м мал",
            "малыи м мал", "старая ст", "новая нов", "верхняя верхн", "нижняя нижн", "средняя ср", "святого св",
            "академика акад ак", "генерала ген", "маршала марш", "адмирала адм", "профессора проф", "доктора др",
            "космонавта косм", "капитана кап", "леитенанта леит",
            "вулиця вул ву", "провулок пров пр", "площа пл", "набережна наб", "шосе ш", "узвіз узв", "проізд пр",
            "маидан маид",
            "академіка акад", "гетьмана гетьм", "імені ім", "велика вел в", "мала м", "вуліца вул", "праспект пр прт",
            "завулак зав", "плошча пл", "булевард бул", "площад пл", "свети св", "света св", "генерал ген", "доктор др",
            "професор проф", "полковник полк", "капитан кап", "стара ст", "булевар бул", "светог св",
        ]
    }

    private static var asian: [StaticString] {
        [
            "شارع ش", "ميدان م", "طريق ط", "دكتور د", "خيابان خ", "بلوار بل", "רחוב רח", "שדרות שד", "כיכר ככר",
            "דוקטור דר", "סמטת סמ",
            "jalan jl jln", "gang gg", "lorong lrg lor", "kampung kp kg", "perumahan perum", "komplek komp",
            "kompleks komp",
            "haji h", "jenderal jend", "raden r", "desa ds", "kecamatan kec", "kabupaten kab", "taman tmn",
            "persiaran prsn", "bukit bt", "sungai sg", "tanjung tg", "duong d", "phuong p", "quan q", "ถนน ถ", "ซอย ซ",
            // Numbers of blocks in Japan.
            "一 1", "二 2", "三 3", "四 4", "五 5", "六 6", "七 7", "八 8", "九 9", "十 10",
        ]
    }

    /// Endings of compound names: "hauptstr" is "hauptstrasse", "kerkln" "kerklaan".
    static var endings: [StaticString] {
        [
            "str strasse straat", "pl platz plein platsen plass plads", "pln plein", "g gasse gatan gade gata gaten",
            "gs gasse",
            "ln laan", "wg weg", "gr gracht", "kd kade", "dk dijk", "sgl singel", "gt gatan gata gate",
            "v vagen vej veien",
            "vg vagen", "vn veien", "k katu", "t tie", "kj kuja", "pt puistotie", "al allee alle",
        ]
    }
}
