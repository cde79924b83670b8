import type { CueTable } from './cue-table.ts';

/** Nordic, Finnic and Baltic languages. */
export const northernCues = {
  SV: {
    yes: 'ja|japp|jo|jodå|absolut|visst|självklart|javisst|precis|stämmer|det stämmer|gärna|okej|ok|okay|inga problem|varför inte|jag tror det|naturligtvis|självfallet|mm|såklart|det går bra',
    no: 'nej|nä|inte|aldrig|absolut inte|inte alls|tyvärr inte|nej tyvärr|helst inte|inte riktigt|jag tror inte det|inte än|ingen|inga|nix|verkligen inte',
    noThanks: 'nej tack',
    person:
      'prata med en människa|tala med en människa|prata med en person|tala med en person|prata med någon|tala med någon|riktig människa|riktig person|en handläggare|koppla mig|koppla mig vidare|kan du koppla|inte med en robot|inte med en maskin|mänsklig',
    stop: 'ring mig inte igen|ring inte igen|ring mig aldrig|ring aldrig|sluta ringa|sluta ring|ta bort mig|ta bort mitt nummer|radera mitt nummer|radera mina uppgifter|stryk mig|från er lista|lämna mig i fred|ring inte mer|ring mig inte mer|inte bli uppringd|nix-registret',
    notInterested:
      'inte intresserad|inget intresse|har redan ett jobb|behöver inget|behöver inte det|är inte intresserade|ointresserad',
    later:
      'ring mig senare|ring senare|ring mig imorgon|ring imorgon|ring i morgon|ring tillbaka|kan du ringa|kan ni ringa|en annan gång|inte nu|passar inte nu|passar inte|dåligt läge|jag kör bil|jag kör just nu|jag sitter i möte|sitter i ett möte|jag är på jobbet|har inte tid|ingen tid|jag är upptagen',
    goodbye: 'hej då|hejdå|adjö|ha det bra|ha en bra dag|vi hörs|jag lägger på',
    repeat:
      'va|förlåt|ursäkta|kan du upprepa|kan ni upprepa|kan du säga det igen|kan du ta det igen|en gång till|jag hörde inte|hörde inte|jag förstod inte|vad sa du|vad sade du|hur sa',
    wrongPerson:
      'fel nummer|fel person|ringt fel|bor inte här|bor inte kvar|jobbar inte här längre|slagit fel',
    voicemail:
      'efter tonen|efter pipet|efter signalen|lämna ett meddelande|röstbrevlåda|telefonsvarare|inte anträffbar|mobilsvar',
    open: 'vad|vem|vilka|vilken|vilket|var|varför|hur|berätta|beskriv',
    number: 'hur många|hur mycket|hur länge|hur gammal|löneanspråk|vilken lön',
    date: 'när|vilket datum|vilken dag|från när|från och med när',
  },
  DA: {
    yes: 'ja|jo|jep|selvfølgelig|naturligvis|klart|bestemt|præcis|det er rigtigt|rigtigt|gerne|okay|intet problem|ikke noget problem|hvorfor ikke|det tror jeg|det er fint|fint|helt sikkert|javist|absolut',
    no: 'nej|næ|ikke|aldrig|slet ikke|overhovedet ikke|bestemt ikke|desværre ikke|helst ikke|det tror jeg ikke|ikke rigtig|ikke endnu|ingen|absolut ikke',
    noThanks: 'nej tak',
    person:
      'tale med et menneske|snakke med et menneske|tale med en person|snakke med en person|tale med nogen|snakke med nogen|rigtigt menneske|rigtig person|en medarbejder|stil mig videre|stille mig videre|stil mig om|ikke med en robot|ikke med en maskine|levende menneske',
    stop: 'ring ikke igen|ring ikke til mig igen|ring aldrig|ring ikke mere|stop med at ringe|hold op med at ringe|lad være med at ringe|fjern mig|fjern mit nummer|slet mit nummer|slet mine oplysninger|fra jeres liste|lad mig være i fred|lad mig være|ikke ringes op',
    notInterested:
      'ikke interesseret|ingen interesse|har allerede et job|har ikke brug for|er ikke interesserede',
    later:
      'ring senere|ring til mig senere|ring i morgen|ring til mig i morgen|ring tilbage|kan du ringe|kan I ringe|en anden gang|ikke nu|passer ikke nu|dårligt tidspunkt|jeg kører bil|jeg kører lige nu|jeg sidder i møde|jeg er til møde|jeg er på arbejde|har ikke tid|jeg har travlt',
    goodbye: 'farvel|hej hej|ha en god dag|hav en god dag|vi ses|vi tales ved|jeg lægger på',
    repeat:
      'hvad|hvabehar|undskyld|kan du gentage|kan du sige det igen|gentag|en gang til|jeg hørte ikke|det hørte jeg ikke|jeg forstod ikke|hvad sagde du|hvad siger du',
    wrongPerson: 'forkert nummer|forkert person|bor ikke her|bor her ikke|arbejder her ikke|ringet forkert',
    voicemail:
      'efter tonen|efter bippet|efter klartonen|læg en besked|indtal en besked|telefonsvarer|ikke træffes|voicemail',
    open: 'hvad|hvem|hvilken|hvilket|hvilke|hvor|hvorfor|hvordan|fortæl|beskriv',
    number: 'hvor mange|hvor meget|hvor længe|hvor gammel|lønforventning|hvilken løn',
    date: 'hvornår|hvilken dato|hvilken dag|fra hvornår',
  },
  NO: {
    yes: 'ja|jo|japp|selvfølgelig|naturligvis|klart|absolutt|nettopp|stemmer|det stemmer|gjerne|ok|okay|greit|ikke noe problem|hvorfor ikke|jeg tror det|det går bra|akkurat|så klart|visst',
    no: 'nei|ikke|aldri|absolutt ikke|slett ikke|overhodet ikke|dessverre ikke|nei dessverre|helst ikke|ikke egentlig|jeg tror ikke det|ikke ennå|ingen|niks',
    noThanks: 'nei takk',
    person:
      'snakke med et menneske|prate med et menneske|snakke med en person|prate med en person|snakke med noen|prate med noen|ekte menneske|ekte person|en kundebehandler|en medarbeider|sett meg over|sette meg over|ikke med en robot|ikke med en maskin|virkelig person',
    stop: 'ikke ring meg igjen|ikke ring igjen|ikke ring meg mer|ikke ring mer|ring meg aldri|ring aldri|slutt å ringe|slutt å ring|fjern meg|fjern nummeret mitt|slett nummeret mitt|slett opplysningene mine|stryk meg|la meg være i fred|la meg være|reservere meg mot',
    notInterested:
      'ikke interessert|ingen interesse|har allerede en jobb|har allerede jobb|trenger ikke|er ikke interesserte',
    later:
      'ring senere|ring meg senere|ring i morgen|ring meg i morgen|ring tilbake|kan du ringe|kan dere ringe|en annen gang|ikke nå|passer ikke nå|dårlig tidspunkt|jeg kjører bil|jeg kjører nå|jeg sitter i møte|jeg er i møte|jeg er på jobb|har ikke tid|jeg er opptatt',
    goodbye: 'ha det|ha det bra|farvel|hadet|ha en fin dag|snakkes|vi snakkes|jeg legger på',
    repeat:
      'hva|unnskyld|kan du gjenta|kan du si det igjen|gjenta|en gang til|jeg hørte ikke|hørte ikke|jeg forsto ikke|hva sa du|hva sier du',
    wrongPerson: 'feil nummer|feil person|bor ikke her|jobber ikke her lenger|ringt feil',
    voicemail:
      'etter tonen|etter pipet|etter pipetonen|legg igjen en beskjed|telefonsvarer|ikke tilgjengelig|mobilsvar',
    open: 'hva|hvem|hvilken|hvilket|hvilke|hvor|hvorfor|hvordan|fortell|beskriv',
    number: 'hvor mange|hvor mye|hvor lenge|hvor gammel|lønnsforventning|hvilken lønn',
    date: 'når|hvilken dato|hvilken dag|fra når',
  },
  FI: {
    yes: 'kyllä|joo|juu|jep|niin|totta kai|tietysti|tietenkin|selvä|sopii|ehdottomasti|pitää paikkansa|oikein|aivan|juuri niin|mielelläni|ok|okei|ei ongelmaa|miksi ei|luulen niin|toki|kyllä vain|hyvä on|on|olen|voin',
    no: 'ei|en|ei todellakaan|ei ikinä|ei koskaan|en usko|en ole|en voi|valitettavasti ei|ei vielä|ei oikeastaan|mieluummin en|ei missään nimessä|eipä|emme',
    noThanks: 'ei kiitos',
    person:
      'puhua ihmisen kanssa|puhua oikean ihmisen kanssa|oikean ihmisen|oikea ihminen|jutella ihmisen kanssa|puhua jonkun kanssa|asiakaspalvelijan|asiakaspalvelija|yhdistä minut|yhdistäkää minut|voitko yhdistää|voitteko yhdistää|en puhu robotille|en robotin kanssa|virkailijan kanssa',
    stop: 'älkää … soittako|älä … soita enää|älä soita enää|älkää soittako enää|älkää soittako minulle|älä soita minulle|älä enää soita|lopettakaa soittaminen|lopeta soittaminen|lopettakaa soittelu|poistakaa numeroni|poista numeroni|poistakaa tietoni|poista minut|poistakaa minut|listaltanne|jättäkää minut rauhaan|jätä minut rauhaan|ei enää puheluita',
    notInterested:
      'en ole kiinnostunut|ei kiinnosta|ei kiinnostusta|minulla on jo työ|minulla on jo työpaikka|en tarvitse|emme ole kiinnostuneita',
    later:
      'soittakaa minulle|soita minulle|en voi nyt puhua|en voi puhua nyt|soita myöhemmin|soittakaa myöhemmin|soita huomenna|soittakaa huomenna|soita takaisin|soittakaa takaisin|voitko soittaa|voitteko soittaa|toinen kerta|toiste|ei nyt|en ehdi|nyt ei käy|huono hetki|huono aika|olen ajamassa|ajan autoa|olen kokouksessa|olen palaverissa|olen töissä|ei ole aikaa|minulla on kiire',
    goodbye:
      'näkemiin|hei hei|heippa|moikka|moi moi|hyvää päivänjatkoa|kuulemiin|hyvää päivän jatkoa|suljen puhelimen',
    repeat:
      'anteeksi|mitä|voitko toistaa|voitteko toistaa|toista|toistakaa|uudestaan|uudelleen|sanoitko|mitä sanoit|mitä sanoitte|en kuullut|en ymmärtänyt|en saanut selvää|vielä kerran',
    wrongPerson:
      'väärä numero|väärään numeroon|väärä henkilö|ei asu täällä|ei asu enää täällä|ei ole enää täällä töissä',
    voicemail:
      'äänimerkin jälkeen|jätä viesti|jättäkää viesti|vastaaja|vastaajaan|ei ole tavoitettavissa|puhelinvastaaja|ei juuri nyt tavoiteta',
    open: 'mitä|mikä|mitkä|kuka|ketkä|missä|miksi|miten|millainen|millaista|kuinka|minkä|kerro|kertokaa|kuvaile',
    number: 'kuinka monta|kuinka paljon|kuinka kauan|kuinka vanha|montako|paljonko|palkkatoive|monta',
    date: 'milloin|koska|minä päivänä|mistä alkaen|mihin aikaan',
  },
  ET: {
    yes: 'jah|jaa|muidugi|loomulikult|kindlasti|õige|täpselt|nõus|sobib|hästi|olgu|hea meelega|pole probleemi|miks mitte|arvan küll|just|just nii|okei|küll|on küll|absoluutselt',
    no: 'ei|mitte|kindlasti mitte|üldse mitte|mitte kunagi|kunagi mitte|ma ei usu|ma ei arva|veel mitte|kahjuks ei|pigem mitte|ei ole|sugugi mitte|muidugi mitte',
    noThanks: 'ei aitäh|tänan ei|ei tänan',
    person:
      'rääkida inimesega|päris inimesega|inimesega rääkida|elus inimesega|rääkida kellegagi|kellegagi rääkida|klienditeenindajaga|teenindajaga|operaatoriga|ühendage mind|ühenda mind|suunake mind|mitte robotiga|mitte masinaga',
    stop: 'ärge … enam … helistage|ära … enam … helista|ärge helistage mulle|ärge helistage enam|ärge enam helistage|ära helista mulle|ära helista enam|ära enam helista|lõpetage helistamine|kustutage minu number|kustutage mu number|kustutage minu andmed|eemaldage mind|eemaldage minu number|võtke mind nimekirjast|jätke mind rahule',
    notInterested:
      'ei ole huvitatud|pole huvitatud|ei huvita|huvi ei ole|pole huvi|mul on juba töö|mul on töökoht olemas|ei ole vaja|pole vaja',
    later:
      'helistage hiljem|helista hiljem|helistage homme|helista homme|helistage tagasi|helista tagasi|kas te saaksite helistada|kas saate helistada|mõni teine kord|teine kord|mitte praegu|praegu ei saa|praegu ei sobi|ei sobi praegu|halb aeg|ma sõidan|olen roolis|olen koosolekul|olen tööl|ei ole aega|pole aega|mul on kiire',
    goodbye: 'head aega|nägemist|tšau|head päeva|kuulmiseni|nägemiseni|kõike head',
    repeat:
      'palun|kuidas|vabandust|mida|palun korrake|kas te saaksite korrata|korrake|korda|veel kord|uuesti|ma ei kuulnud|ei kuulnud|ma ei saanud aru|ei saanud aru|mis te ütlesite|mida te ütlesite',
    wrongPerson: 'vale number|valel numbril|vale inimene|ei ela siin|ei ela enam siin|ei tööta enam siin',
    voicemail:
      'pärast tooni|pärast helisignaali|pärast piiksu|jätke teade|jäta teade|kõnepost|ei ole kättesaadav|ei vasta',
    open: 'mis|mida|kes|keda|kus|miks|kuidas|milline|millist|millised|mille|rääkige|kirjeldage',
    number: 'mitu|kui palju|kui kaua|kui vana|palgasoov|palgaootus',
    date: 'millal|mis kuupäeval|mis päeval|alates millest',
  },
  LV: {
    yes: 'jā|protams|labi|tieši tā|pareizi|noteikti|kārtībā|piekrītu|labprāt|nav problēmu|kāpēc ne|domāju ka jā|ok|skaidrs|nu jā|jā protams|der|aha|jāā|bez problēmām',
    no: 'nē|ne|nekad|noteikti nē|nepavisam|vēl nē|diemžēl nē|labāk nē|domāju ka nē|nedomāju|ne īsti|nav|neesmu|nevaru|negribu|protams ka nē',
    noThanks: 'nē paldies|paldies nē',
    person:
      'runāt ar cilvēku|ar īstu cilvēku|īstu cilvēku|ar dzīvu cilvēku|runāt ar kādu|parunāt ar kādu|ar operatoru|ar darbinieku|ar konsultantu|savienojiet mani|pārslēdziet mani|savienot mani|ne ar robotu|nevis ar robotu|negribu runāt ar robotu',
    stop: 'nekad … nezvaniet|vairs … nezvaniet|nezvaniet man|nezvani man|vairs nezvaniet|nezvaniet vairs|vairāk nezvaniet|nezvaniet vairāk|beidziet zvanīt|pārtrauciet zvanīt|izdzēsiet manu numuru|dzēsiet manu numuru|izdzēsiet manus datus|izņemiet mani|svītrojiet mani|lieciet mani mierā|atstājiet mani mierā',
    notInterested:
      'neinteresē|nav intereses|neesmu ieinteresēts|neesmu ieinteresēta|man jau ir darbs|man nevajag|mums nevajag',
    later:
      'zvaniet vēlāk|piezvaniet vēlāk|zvaniet rīt|piezvaniet rīt|atzvaniet|pārzvaniet|vai varat piezvanīt|vai varat zvanīt|citreiz|citu reizi|ne tagad|tagad nē|tagad nevaru|nevaru runāt|slikts brīdis|es braucu|esmu pie stūres|esmu sapulcē|esmu darbā|nav laika|esmu aizņemts|esmu aizņemta',
    goodbye: 'uz redzēšanos|uz redzi|atā|čau|visu labu|jauku dienu|lai jums jauka diena|sveiki visu labu',
    repeat:
      'lūdzu|kā|atvainojiet|ko|vai varat atkārtot|atkārtojiet|vēlreiz|vēlreiz lūdzu|nedzirdēju|es nedzirdēju|nesapratu|es nesapratu|ko jūs teicāt|slikti dzirdu',
    wrongPerson:
      'nepareizs numurs|nepareizais numurs|sajaucāt numuru|kļūdījāties|nepareizā persona|šeit nedzīvo|vairs nedzīvo|vairs nestrādā',
    voicemail:
      'pēc signāla|pēc skaņas signāla|atstājiet ziņu|atstājiet ziņojumu|balss pastkaste|balss pasts|nav sasniedzams|automātiskais atbildētājs',
    open: 'kas|ko|kur|kāpēc|kā|kāds|kāda|kādi|kādas|kurš|kura|kuru|pastāstiet|aprakstiet',
    number: 'cik|cik daudz|cik ilgi|cik gadu|algas vēlmes',
    date: 'kad|no kura laika|kurā dienā|kurā datumā|cikos',
  },
  LT: {
    yes: 'taip|aha|žinoma|be abejo|gerai|teisingai|tikrai|tikrai taip|būtent|sutinku|mielai|jokių problemų|nėra problemų|kodėl ne|manau kad taip|manau taip|tinka|ok|aišku|jo|nu taip|žinoma kad taip|tiksliai',
    no: 'ne|niekada|tikrai ne|visai ne|dar ne|deja ne|deja|geriau ne|nemanau|manau kad ne|nelabai|nesu|negaliu|nenoriu|neturiu|jokiu būdu|žinoma kad ne',
    noThanks: 'ne ačiū|ačiū ne|ne dėkui',
    person:
      'kalbėti su žmogumi|su žmogumi|su tikru žmogumi|su gyvu žmogumi|pakalbėti su žmogumi|kalbėti su kuo nors|su kuo nors pakalbėti|su operatoriumi|su darbuotoju|su konsultantu|sujunkite mane|perjunkite mane|sujungti mane|ne su robotu|nekalbėsiu su robotu',
    stop: 'daugiau … neskambinti|niekada … neskambinkite|niekada … neskambinti|neskambinkite man|neskambink man|daugiau neskambinkite|neskambinkite daugiau|nebeskambinkite|nustokite skambinti|liaukitės skambinti|ištrinkite mano numerį|ištrinkite mano duomenis|pašalinkite mane|pašalinkite mano numerį|išbraukite mane|palikite mane ramybėje',
    notInterested:
      'neįdomu|nedomina|manęs nedomina|nesidomiu|nesu suinteresuotas|nesu suinteresuota|jau turiu darbą|man nereikia|mums nereikia',
    later:
      'paskambinkite vėliau|skambinkite vėliau|paskambinkite rytoj|skambinkite rytoj|perskambinkite|ar galite paskambinti|gal galite paskambinti|galite paskambinti|kitą kartą|kitu metu|ne dabar|dabar negaliu|negaliu kalbėti|netinkamas metas|nepatogu dabar|aš vairuoju|vairuoju|esu susirinkime|esu darbe|neturiu laiko|esu užsiėmęs|esu užsiėmusi',
    goodbye: 'viso gero|iki|sudie|viso labo|geros dienos|iki pasimatymo|ate|viso',
    repeat:
      'prašau|atsiprašau|ką|gal galite pakartoti|galite pakartoti|ar galite pakartoti|pakartokite|dar kartą|neišgirdau|negirdžiu|nesupratau|ką sakėte|kaip sakėte',
    wrongPerson:
      'ne tas numeris|neteisingas numeris|suklydote|suklydote numeriu|ne tas žmogus|čia negyvena|nebegyvena|nebedirba čia',
    voicemail:
      'po signalo|po pyptelėjimo|palikite žinutę|palikite pranešimą|balso paštas|balso pašto|atsakiklis|nepasiekiamas',
    open: 'kas|ką|kur|kodėl|kaip|koks|kokia|kokie|kokios|kokį|kokią|kuris|kuri|papasakokite|apibūdinkite',
    number: 'kiek|kaip ilgai|kiek metų|atlyginimo lūkesčiai|kokio atlyginimo',
    date: 'kada|nuo kada|kokią dieną|kurią dieną|kokia data',
  },
} as const satisfies Record<string, CueTable>;
