import type { CueTable } from './cue-table.ts';

/** Slavic languages. */
export const slavicCues = {
  PL: {
    yes: 'tak|no tak|no|jasne|oczywiście|pewnie|zgadza się|dokładnie|dobrze|okej|ok|jak najbardziej|chętnie|nie ma problemu|nie ma sprawy|czemu nie|dlaczego nie|myślę że tak|chyba tak|owszem|racja|w porządku|zgoda|no jasne|no pewnie|naturalnie|aha',
    no: 'nie|nigdy|wcale nie|raczej nie|absolutnie nie|na pewno nie|oczywiście że nie|chyba nie|jeszcze nie|niestety nie|nie bardzo|wolałbym nie|wolałabym nie|no nie|skąd|w żadnym razie',
    noThanks: 'nie dziękuję|dziękuję nie',
    person:
      'rozmawiać z człowiekiem|porozmawiać z człowiekiem|z żywym człowiekiem|prawdziwym człowiekiem|prawdziwą osobą|z prawdziwą osobą|rozmawiać z kimś|porozmawiać z kimś|z konsultantem|z pracownikiem|z kierownikiem|proszę mnie połączyć|połączyć mnie|proszę mnie przełączyć|przełączyć mnie|niech mnie pan połączy|nie z robotem|nie z maszyną|nie będę rozmawiać z robotem',
    stop: 'nigdy więcej … nie dzwonić|więcej … nie dzwonić|nie dzwońcie do mnie|proszę więcej nie dzwonić|proszę nie dzwonić|nie dzwońcie|nie dzwoń|więcej nie dzwonić|nigdy więcej nie dzwonić|przestańcie dzwonić|przestań dzwonić|proszę przestać dzwonić|proszę usunąć mój numer|usunąć mój numer|usuńcie mój numer|proszę usunąć moje dane|usunąć moje dane|wykreślić mnie|proszę mnie wykreślić|z waszej listy|dajcie mi spokój|proszę dać mi spokój|nie życzę sobie telefonów',
    notInterested:
      'nie jestem zainteresowany|nie jestem zainteresowana|nie interesuje mnie|nie interesuje mnie to|mam już pracę|już mam pracę|znalazłem pracę|znalazłam pracę|nie potrzebuję|nie jesteśmy zainteresowani|brak zainteresowania',
    later:
      'proszę zadzwonić później|proszę zadzwonić jutro|zadzwonić później|zadzwonić jutro|zadzwonić kiedy indziej|proszę oddzwonić|oddzwonić później|czy może pan zadzwonić|czy może pani zadzwonić|zadzwoń później|zadzwoń jutro|innym razem|kiedy indziej|nie teraz|teraz nie mogę|nie mogę rozmawiać|zły moment|to nie jest dobry moment|prowadzę samochód|jestem za kierownicą|jadę samochodem|jestem na spotkaniu|jestem w pracy|nie mam czasu|jestem zajęty|jestem zajęta',
    goodbye:
      'do widzenia|do usłyszenia|cześć|na razie|pa|pa pa|miłego dnia|żegnam|rozłączam się|do zobaczenia',
    repeat:
      'słucham|proszę|co|przepraszam|proszę powtórzyć|czy może pan powtórzyć|czy może pani powtórzyć|może pan powtórzyć|może pani powtórzyć|powtórz|jeszcze raz|nie usłyszałem|nie usłyszałam|nie dosłyszałem|nie zrozumiałem|nie zrozumiałam|nie słyszę|co pan powiedział|co pani powiedziała',
    wrongPerson:
      'pomyłka|to pomyłka|zły numer|pomylił pan numer|pomyliła pani numer|niewłaściwa osoba|nie mieszka tu|tu nie mieszka|już tu nie mieszka|już tu nie pracuje',
    voicemail:
      'po sygnale|po usłyszeniu sygnału|zostaw wiadomość|zostawić wiadomość|proszę zostawić wiadomość|poczta głosowa|abonent|automatyczna sekretarka|nie może odebrać',
    open: 'co|kto|kogo|gdzie|dlaczego|czemu|jak|jaki|jaka|jakie|jaką|jakim|który|która|które|czym|opowiedz|proszę opowiedzieć|proszę opisać',
    number: 'ile|jak długo|ilu|w jakim wieku|oczekiwania finansowe|jakie wynagrodzenie|jakiego wynagrodzenia',
    date: 'kiedy|od kiedy|jaka data|którego dnia|w jakim terminie',
  },
  CS: {
    yes: 'ano|jo|jasně|no jasně|no jo|samozřejmě|určitě|přesně|přesně tak|souhlasí|dobře|dobrá|rád|ráda|není problém|žádný problém|proč ne|myslím že ano|myslím že jo|jistě|tak jest|v pořádku|ok|okej|souhlasím|klidně|správně|bez problému',
    no: 'ne|nikdy|vůbec ne|vůbec|určitě ne|rozhodně ne|v žádném případě|spíš ne|spíše ne|myslím že ne|asi ne|ještě ne|bohužel ne|raději ne|nemám|nejsem|nemůžu|nemohu|nechci|není|samozřejmě že ne',
    noThanks: 'ne děkuji|ne díky|děkuji ne|ne děkuju',
    person:
      'mluvit s člověkem|s živým člověkem|se skutečným člověkem|skutečným člověkem|opravdovým člověkem|s opravdovým člověkem|mluvit s někým|s někým mluvit|s operátorem|s pracovníkem|s kolegou|s vedoucím|přepojte mě|spojte mě|můžete mě přepojit|přepojit na|ne s robotem|nebudu mluvit s robotem|s robotem nemluvím',
    stop: 'nikdy … nevolejte|už … nevolejte|nevolejte mi|už nevolejte|už mi nevolejte|nevolejte už|nikdy mi nevolejte|přestaňte volat|přestaňte mi volat|vymažte mé číslo|vymažte moje číslo|smažte mé číslo|smažte moje číslo|smažte mé údaje|vymažte mé údaje|odstraňte mě|vyškrtněte mě|vyřaďte mě|z vašeho seznamu|nechte mě být|dejte mi pokoj|nevolej mi|nepřeju si aby mi někdo volal',
    notInterested:
      'nemám zájem|nezajímá mě to|nezajímá mě|to mě nezajímá|nejsem zájemce|už mám práci|práci už mám|nepotřebuji|nepotřebuju|nemáme zájem|bez zájmu',
    later:
      'zavolejte později|zavolejte mi později|zavolejte zítra|zavolejte mi zítra|zavolejte mi|zavolejte jindy|můžete zavolat|můžete mi zavolat|ozvěte se|jindy|někdy jindy|teď ne|teď nemůžu|teď nemohu|nemůžu mluvit|nehodí se mi to|teď se mi to nehodí|nehodí se|špatná chvíle|řídím|zrovna řídím|jsem v autě|mám schůzku|jsem na poradě|jsem na schůzce|jsem v práci|nemám čas|jsem zaneprázdněný',
    goodbye:
      'na shledanou|nashledanou|na slyšenou|ahoj|čau|mějte se|hezký den|pěkný den|sbohem|zavěšuji|tak zatím',
    repeat:
      'prosím|cože|co|promiňte|pardon|můžete to zopakovat|můžete zopakovat|zopakujte|zopakujte to|ještě jednou|neslyšel jsem|neslyšela jsem|neslyším vás|nerozuměl jsem|nerozuměla jsem|nerozumím vám|co jste říkal|co jste říkala|co jste řekl',
    wrongPerson:
      'špatné číslo|máte špatné číslo|omyl|to je omyl|spletl jste si|spletla jste si|špatná osoba|tady nebydlí|už tu nebydlí|už tu nepracuje|už tady nepracuje',
    voicemail:
      'po zaznění|po zaznění tónu|po signálu|po pípnutí|zanechte vzkaz|nechte vzkaz|zanechte zprávu|hlasová schránka|hlasové schránky|není dostupný|záznamník',
    open: 'co|kdo|koho|kde|proč|jak|jaký|jaká|jaké|jakou|který|která|které|čím|popište|řekněte|povězte',
    number: 'kolik|jak dlouho|kolik let|jaký plat|platová očekávání|platové očekávání|jakou mzdu',
    date: 'kdy|odkdy|od kdy|jaké datum|který den|v jakém termínu',
  },
  SK: {
    yes: 'áno|hej|jasné|no jasné|samozrejme|určite|presne|presne tak|súhlasí|dobre|rád|rada|nie je problém|žiadny problém|prečo nie|myslím že áno|iste|v poriadku|ok|okej|súhlasím|pokojne|správne|bez problémov|hej hej|jo',
    no: 'nie|nikdy|vôbec nie|vôbec|určite nie|rozhodne nie|v žiadnom prípade|skôr nie|myslím že nie|asi nie|ešte nie|bohužiaľ nie|radšej nie|nemám|nie som|nemôžem|nechcem|samozrejme že nie',
    noThanks: 'nie ďakujem|ďakujem nie|nie vďaka',
    person:
      'hovoriť s človekom|so živým človekom|so skutočným človekom|skutočným človekom|hovoriť s niekým|s niekým hovoriť|rozprávať s človekom|s operátorom|s pracovníkom|s kolegom|s vedúcim|prepojte ma|spojte ma|môžete ma prepojiť|prepojiť na|nie s robotom|nebudem hovoriť s robotom',
    stop: 'nikdy … nevolajte|už … nevolajte|nevolajte mi|už nevolajte|už mi nevolajte|nevolajte už|nikdy mi nevolajte|prestaňte volať|prestaňte mi volať|vymažte moje číslo|zmažte moje číslo|vymažte moje údaje|odstráňte ma|vyškrtnite ma|vyraďte ma|z vášho zoznamu|nechajte ma na pokoji|dajte mi pokoj|nevolaj mi',
    notInterested:
      'nemám záujem|nezaujíma ma to|nezaujíma ma|to ma nezaujíma|už mám prácu|prácu už mám|nepotrebujem|nemáme záujem|bez záujmu',
    later:
      'zavolajte neskôr|zavolajte mi neskôr|zavolajte zajtra|zavolajte mi zajtra|zavolajte mi|zavolajte inokedy|môžete zavolať|môžete mi zavolať|ozvite sa|inokedy|teraz nie|teraz nemôžem|nemôžem hovoriť|nehodí sa mi to|teraz sa mi to nehodí|nehodí sa|zlá chvíľa|šoférujem|práve šoférujem|som v aute|mám stretnutie|som na porade|som na stretnutí|som v práci|nemám čas|som zaneprázdnený',
    goodbye: 'dovidenia|do videnia|dopočutia|ahoj|čau|majte sa|pekný deň|zbohom|zložím',
    repeat:
      'prosím|čože|čo|prepáčte|pardon|môžete to zopakovať|môžete zopakovať|zopakujte|zopakujte to|ešte raz|nepočul som|nepočula som|nepočujem vás|nerozumel som|nerozumela som|nerozumiem vám|čo ste povedali|čo ste hovorili',
    wrongPerson:
      'zlé číslo|máte zlé číslo|omyl|to je omyl|pomýlili ste sa|nesprávna osoba|tu nebýva|už tu nebýva|už tu nepracuje',
    voicemail:
      'po zaznení|po zaznení tónu|po signáli|po pípnutí|zanechajte odkaz|nechajte odkaz|zanechajte správu|odkazová schránka|hlasová schránka|nie je dostupný|záznamník',
    open: 'čo|kto|koho|kde|prečo|ako|aký|aká|aké|akú|ktorý|ktorá|ktoré|čím|opíšte|povedzte',
    number: 'koľko|ako dlho|koľko rokov|aký plat|platové očakávania|akú mzdu',
    date: 'kedy|odkedy|od kedy|aký dátum|ktorý deň|v akom termíne',
  },
  BG: {
    yes: 'да|разбира се|естествено|точно така|точно|добре|съгласен|съгласна|сигурно|сигурен съм|с удоволствие|няма проблем|защо не|мисля че да|така е|окей|ок|ами да|абсолютно|вярно|правилно|става',
    no: 'не|никога|изобщо не|съвсем не|разбира се че не|категорично не|в никакъв случай|по-скоро не|мисля че не|не мисля|още не|за съжаление не|предпочитам не|нямам|не съм|няма|абсолютно не',
    noThanks: 'не благодаря|благодаря не|не мерси',
    person:
      'говоря с човек|говоря с жив човек|говоря с истински човек|с истински човек|истински човек|жив човек|говоря с някого|с оператор|със служител|с консултант|с началника|свържете ме|прехвърлете ме|не с робот|не искам да говоря с робот|не с машина',
    stop: 'не ми се обаждайте|не се обаждайте повече|повече не се обаждайте|не ми звънете|не звънете повече|спрете да ми звъните|спрете да звъните|спрете да ми се обаждате|спрете да се обаждате|изтрийте номера ми|изтрийте ми номера|изтрийте данните ми|махнете ме|премахнете ме|от вашия списък|оставете ме на мира',
    notInterested:
      'не се интересувам|не ме интересува|нямам интерес|не съм заинтересован|не съм заинтересована|вече имам работа|вече си намерих работа|не ми трябва|не ни интересува',
    later:
      'обадете се по-късно|обадете ми се по-късно|обадете се утре|обадете ми се утре|обадете ми се|звъннете по-късно|звъннете утре|може ли да се обадите|можете ли да се обадите|друг път|не сега|сега не мога|не мога да говоря|неудобно ми е|неподходящ момент|шофирам|карам кола|на среща съм|в среща съм|на работа съм|нямам време|зает съм|заета съм',
    goodbye: 'довиждане|чао|дочуване|лек ден|приятен ден|хубав ден|всичко хубаво|затварям',
    repeat:
      'моля|какво|извинете|може ли да повторите|бихте ли повторили|повторете|повторете моля|още веднъж|не чух|не ви чувам|не ви чух|не разбрах|какво казахте',
    wrongPerson:
      'грешен номер|грешка|имате грешка|сбъркали сте|грешен човек|не живее тук|вече не живее тук|вече не работи тук',
    voicemail:
      'след сигнала|след звуковия сигнал|оставете съобщение|гласова поща|телефонен секретар|няма връзка|абонатът',
    open: 'какво|кой|коя|кого|къде|защо|как|какъв|каква|какви|кои|разкажете|опишете',
    number: 'колко|колко дълго|на колко години|каква заплата|очаквания за заплата',
    date: 'кога|от кога|откога|на коя дата|кой ден|коя дата',
  },
  HR: {
    yes: 'da|je|naravno|svakako|sigurno|točno|tako je|dobro|može|slažem se|u redu|rado|nema problema|zašto ne|mislim da da|ma da|okej|ok|jasno|apsolutno|ispravno|jesam|imam|dakako|aha',
    no: 'ne|nikad|nikada|uopće ne|nikako|nipošto|sigurno ne|naravno da ne|mislim da ne|ne baš|još ne|nažalost ne|radije ne|nemam|nisam|ne mogu|ni slučajno|ma ne',
    noThanks: 'ne hvala|hvala ne',
    person:
      'razgovarati s čovjekom|razgovarati s osobom|s pravom osobom|sa stvarnom osobom|stvarnom osobom|pravim čovjekom|sa živim čovjekom|razgovarati s nekim|pričati s nekim|s operaterom|s djelatnikom|sa zaposlenikom|s voditeljem|spojite me|prebacite me|možete li me spojiti|ne s robotom|neću razgovarati s robotom',
    stop: 'nikad … ne zovite|više ne zovite|nemojte me više zvati|nemojte više zvati|ne zovite me|ne zovite više|više me ne zovite|nikad me više|prestanite zvati|prestanite me zvati|izbrišite moj broj|obrišite moj broj|izbrišite moje podatke|maknite me|uklonite me|s vašeg popisa|ostavite me na miru|nemoj me više zvati',
    notInterested:
      'ne zanima me|nisam zainteresiran|nisam zainteresirana|nemam interesa|već imam posao|našao sam posao|našla sam posao|ne trebam|ne treba mi|nismo zainteresirani',
    later:
      'nazovite kasnije|nazovite me kasnije|nazovite sutra|nazovite me sutra|nazovite me|zovite kasnije|možete li nazvati|možete li me nazvati|drugi put|neki drugi put|ne sada|sad ne mogu|sada ne mogu|ne mogu pričati|ne mogu razgovarati|loš trenutak|nije dobar trenutak|vozim|upravo vozim|na sastanku sam|na poslu sam|nemam vremena|zauzet sam|zauzeta sam',
    goodbye: 'doviđenja|bok|ćao|adio|ugodan dan|lijep dan|čujemo se|zbogom|prijatno',
    repeat:
      'molim|što|oprostite|pardon|možete li ponoviti|ponovite|ponovite molim|još jednom|nisam čuo|nisam čula|ne čujem vas|nisam razumio|nisam razumjela|što ste rekli|kako molim',
    wrongPerson:
      'krivi broj|pogrešan broj|pogriješili ste|kriva osoba|pogrešna osoba|ne živi ovdje|ne živi više ovdje|ne radi više ovdje',
    voicemail:
      'nakon tona|nakon signala|nakon zvučnog signala|ostavite poruku|govorna pošta|glasovna pošta|telefonska sekretarica|nije dostupan',
    open: 'što|tko|koga|gdje|zašto|kako|kakav|kakva|kakvo|koji|koja|koje|čime|opišite|recite',
    number: 'koliko|koliko dugo|koliko godina|kolika|koliku plaću|očekivanja plaće',
    date: 'kada|kad|od kada|koji datum|koji dan|kojeg datuma',
  },
  SL: {
    yes: 'ja|da|seveda|vsekakor|zagotovo|točno|tako je|dobro|v redu|se strinjam|z veseljem|ni problema|ni problem|zakaj ne|mislim da ja|okej|ok|jasno|absolutno|pravilno|drži|imam|sem|lahko|gotovo',
    no: 'ne|nikoli|sploh ne|nikakor|seveda ne|zagotovo ne|mislim da ne|ne ravno|še ne|žal ne|na žalost ne|raje ne|nimam|nisem|ne morem|niti slučajno|nočem',
    noThanks: 'ne hvala|hvala ne',
    person:
      'govoriti s človekom|govoriti z osebo|govoril s človekom|govorila s človekom|s pravo osebo|s pravim človekom|pravim človekom|z živim človekom|govoriti z nekom|govoril z nekom|govorila z nekom|z operaterjem|z zaposlenim|s svetovalcem|z vodjo|povežite me|prevežite me|me lahko povežete|ne z robotom|ne bom govoril z robotom',
    stop: 'nikoli več … ne kličite|več me ne kličite|ne kličite me|ne kličite več|ne kličite me več|nehajte klicati|nehajte me klicati|prenehajte klicati|prenehajte me klicati|izbrišite mojo številko|izbrišite moje podatke|odstranite me|umaknite me|z vašega seznama|pustite me pri miru|pustite me na miru|ne kliči me več',
    notInterested:
      'ne zanima me|me ne zanima|nisem zainteresiran|nisem zainteresirana|nimam interesa|že imam službo|sem že našel službo|ne potrebujem|nas ne zanima',
    later:
      'pokličite kasneje|pokličite me kasneje|pokličite jutri|pokličite me jutri|pokličite me|me lahko pokličete|lahko pokličete|drugič|kdaj drugič|ne zdaj|zdaj ne morem|ne morem govoriti|slab trenutek|ni pravi trenutek|vozim|ravno vozim|na sestanku sem|sem na sestanku|v službi sem|sem v službi|nimam časa|zaseden sem|zasedena sem',
    goodbye: 'nasvidenje|na svidenje|adijo|čav|lep dan|lep dan želim|se slišimo|srečno',
    repeat:
      'prosim|kaj|oprostite|pardon|lahko ponovite|ali lahko ponovite|ponovite|ponovite prosim|še enkrat|nisem slišal|nisem slišala|ne slišim vas|nisem razumel|nisem razumela|kaj ste rekli|kako prosim',
    wrongPerson:
      'napačna številka|napačno številko|zmotili ste se|napačna oseba|ne živi tukaj|ne živi več tukaj|ne dela več tukaj',
    voicemail:
      'po pisku|po zvočnem signalu|po tonu|pustite sporočilo|telefonski predal|telefonska tajnica|glasovna pošta|ni dosegljiv',
    open: 'kaj|kdo|koga|kje|zakaj|kako|kakšen|kakšna|kakšno|kateri|katera|katero|opišite|povejte',
    number: 'koliko|kako dolgo|koliko let|kakšno plačo|pričakovanja glede plače',
    date: 'kdaj|od kdaj|kateri datum|kateri dan|katerega dne',
  },
  SR: {
    yes: 'da|jeste|naravno|svakako|sigurno|tačno|tako je|dobro|može|slažem se|u redu|rado|nema problema|zašto da ne|što da ne|mislim da da|okej|ok|jasno|apsolutno|jesam|imam|aha|да|јесте|наравно|свакако|сигурно|тачно|тако је|добро|може|у реду|радо|нема проблема|зашто да не|јасно|имам|јесам',
    no: 'ne|nikad|nikada|uopšte ne|nikako|sigurno ne|naravno da ne|mislim da ne|ne baš|još ne|nažalost ne|radije ne|nemam|nisam|ne mogu|ni slučajno|не|никад|никада|уопште не|никако|наравно да не|мислим да не|још не|нажалост не|немам|нисам|не могу',
    noThanks: 'ne hvala|hvala ne|не хвала|хвала не',
    person:
      'razgovaram sa čovekom|razgovarati sa čovekom|da pričam sa čovekom|sa živim čovekom|sa pravom osobom|stvarnom osobom|pravim čovekom|razgovaram sa nekim|pričam sa nekim|sa operaterom|sa zaposlenim|sa šefom|spojite me|prebacite me|povežite me|ne sa robotom|neću da pričam sa robotom|разговарам са човеком|причам са човеком|са живим човеком|са правом особом|правим човеком|разговарам са неким|причам са неким|са оператером|спојите ме|пребаците ме|повежите ме|не са роботом',
    stop: 'никад … не зовите|више не зовите|nikad … ne zovite|više ne zovite|nemojte me više zvati|nemojte više da me zovete|nemojte više zvati|nemojte da me zovete|ne zovite me|ne zovite više|više me ne zovite|prestanite da me zovete|prestanite da zovete|obrišite moj broj|izbrišite moj broj|obrišite moje podatke|skinite me|uklonite me|sa vaše liste|ostavite me na miru|немојте ме више звати|немојте више да ме зовете|немојте да ме зовете|не зовите ме|не зовите више|престаните да ме зовете|престаните да зовете|обришите мој број|избришите мој број|скините ме|уклоните ме|оставите ме на миру',
    notInterested:
      'ne zanima me|ne interesuje me|nisam zainteresovan|nisam zainteresovana|već imam posao|našao sam posao|našla sam posao|ne treba mi|не занима ме|не интересује ме|нисам заинтересован|нисам заинтересована|већ имам посао|не треба ми',
    later:
      'pozovite kasnije|pozovite me kasnije|pozovite sutra|pozovite me sutra|pozovite me|zovite kasnije|možete li da pozovete|možete li da me pozovete|drugi put|neki drugi put|ne sada|sad ne mogu|sada ne mogu|ne mogu da pričam|loš trenutak|nije dobar trenutak|vozim|na sastanku sam|na poslu sam|nemam vremena|zauzet sam|zauzeta sam|позовите касније|позовите ме касније|позовите сутра|позовите ме сутра|позовите ме|други пут|не сада|сад не могу|сада не могу|не могу да причам|возим|на састанку сам|на послу сам|немам времена|заузет сам|заузета сам',
    goodbye:
      'doviđenja|ćao|prijatno|prijatan dan|lep dan|čujemo se|zbogom|довиђења|ћао|пријатно|пријатан дан|чујемо се|збогом',
    repeat:
      'molim|šta|izvinite|možete li da ponovite|ponovite|ponovite molim|još jednom|nisam čuo|nisam čula|ne čujem vas|nisam razumeo|nisam razumela|šta ste rekli|молим|шта|извините|можете ли да поновите|поновите|још једном|нисам чуо|нисам чула|не чујем вас|нисам разумео|нисам разумела|шта сте рекли',
    wrongPerson:
      'pogrešan broj|pogrešili ste|pogrešna osoba|ne živi ovde|ne živi više ovde|ne radi više ovde|погрешан број|погрешили сте|погрешна особа|не живи овде|не ради више овде',
    voicemail:
      'nakon tona|posle tona|nakon signala|posle signala|ostavite poruku|govorna pošta|telefonska sekretarica|nije dostupan|након тона|после сигнала|оставите поруку|говорна пошта|није доступан',
    open: 'šta|ko|koga|gde|zašto|kako|kakav|kakva|koji|koja|koje|opišite|recite|шта|ко|кога|где|зашто|како|какав|каква|који|која|које|опишите|реците',
    number: 'koliko|koliko dugo|koliko godina|koliku platu|колико|колико дуго|колико година',
    date: 'kada|kad|od kada|koji datum|kog datuma|koji dan|када|кад|од када|који датум|који дан',
  },
  UK: {
    yes: 'так|ага|звичайно|звісно|авжеж|безумовно|точно|саме так|добре|гаразд|згоден|згодна|правильно|вірно|із задоволенням|без проблем|немає проблем|чому б ні|чому ні|думаю так|думаю що так|окей|ок|певно|еге|можна|да',
    no: 'ні|нє|ніколи|зовсім ні|звичайно ні|звісно ні|аж ніяк|в жодному разі|мабуть ні|думаю ні|не думаю|ще ні|на жаль ні|краще ні|не|немає|нема|не дуже',
    noThanks: 'ні дякую|дякую ні',
    person:
      'поговорити з людиною|говорити з людиною|з живою людиною|живою людиною|зі справжньою людиною|справжньою людиною|поговорити з кимось|з оператором|з менеджером|з працівником|з консультантом|з керівником|з’єднайте мене|зʼєднайте мене|переключіть мене|переведіть мене|не з роботом|не хочу говорити з роботом|покличте людину',
    stop: 'ніколи … не дзвоніть|більше … не дзвоніть|не дзвоніть мені|більше не дзвоніть|не дзвоніть більше|ніколи не дзвоніть|не телефонуйте|більше не телефонуйте|припиніть дзвонити|перестаньте дзвонити|перестаньте мені дзвонити|видаліть мій номер|видаліть мої дані|видаліть мене|приберіть мене|викресліть мене|з вашого списку|дайте мені спокій|не дзвони мені',
    notInterested:
      'не цікавить|мені не цікаво|не цікаво|мене це не цікавить|не зацікавлений|не зацікавлена|вже маю роботу|вже знайшов роботу|вже знайшла роботу|мені не потрібно|не потрібно',
    later:
      'передзвоніть|зателефонуйте пізніше|зателефонуйте завтра|подзвоніть пізніше|подзвоніть завтра|подзвоніть мені|можете передзвонити|можете подзвонити|іншим разом|в інший час|не зараз|зараз не можу|не можу говорити|незручно|мені незручно|незручний час|я за кермом|я на нараді|я на зустрічі|я на роботі|немає часу|нема часу|я зайнятий|я зайнята',
    goodbye:
      'до побачення|бувайте|па-па|на все добре|гарного дня|до зв’язку|прощавайте|всього найкращого|бувай',
    repeat:
      'що|перепрошую|вибачте|прошу|можете повторити|повторіть|повторіть будь ласка|ще раз|не почув|не почула|не чую вас|не зрозумів|не зрозуміла|що ви сказали',
    wrongPerson:
      'не той номер|помилилися номером|ви помилилися|помилка номером|не та людина|тут не живе|більше тут не живе|більше тут не працює',
    voicemail:
      'після сигналу|після звукового сигналу|залиште повідомлення|голосова пошта|автовідповідач|абонент|не може прийняти',
    open: 'що|хто|кого|де|чому|як|який|яка|яке|які|яку|чим|розкажіть|опишіть',
    number: 'скільки|як довго|скільки років|яку зарплату|на яку зарплату|зарплатні очікування',
    date: 'коли|з якого часу|якого числа|з якого числа|який день|яка дата',
  },
  RU: {
    yes: 'да|ага|угу|конечно|разумеется|безусловно|точно|именно|так точно|верно|правильно|хорошо|ладно|согласен|согласна|с удовольствием|без проблем|нет проблем|не проблема|почему бы и нет|почему нет|думаю да|думаю что да|окей|ок|ну да|естественно|можно|давайте|есть',
    no: 'нет|неа|никогда|совсем нет|вовсе нет|конечно нет|ни в коем случае|наверное нет|вряд ли|думаю нет|не думаю|пока нет|ещё нет|к сожалению нет|лучше не надо|не очень|нету|ну нет|не|да нет',
    noThanks: 'нет спасибо|спасибо нет|спасибо не надо',
    person:
      'поговорить с человеком|говорить с человеком|с живым человеком|живым человеком|с реальным человеком|реальным человеком|настоящим человеком|поговорить с кем-нибудь|поговорить с кем-то|с оператором|с менеджером|с сотрудником|с консультантом|с руководителем|соедините меня|переключите меня|переведите меня|позовите человека|не с роботом|не хочу говорить с роботом|не буду разговаривать с роботом',
    stop: 'никогда … не звоните|больше … не звоните|не звоните мне|больше не звоните|не звоните больше|никогда не звоните|не звоните сюда|больше мне не звоните|хватит звонить|перестаньте звонить|перестаньте мне звонить|прекратите звонить|удалите мой номер|удалите мои данные|удалите меня|уберите меня|вычеркните меня|из вашего списка|оставьте меня в покое|отстаньте|не звони мне',
    notInterested:
      'не интересует|меня не интересует|мне не интересно|неинтересно|не интересно|не заинтересован|не заинтересована|уже есть работа|уже нашёл работу|уже нашла работу|мне не нужно|мне не надо|не нужно',
    later:
      'перезвоните|позвоните позже|позвоните завтра|позвоните мне|позвоните попозже|можете перезвонить|можете позвонить|в другой раз|в другое время|не сейчас|сейчас не могу|не могу говорить|неудобно|мне неудобно|неудобно говорить|неподходящее время|я за рулём|я на совещании|я на встрече|я на работе|нет времени|я занят|я занята|занят сейчас',
    goodbye: 'до свидания|пока|всего доброго|всего хорошего|хорошего дня|до связи|прощайте|кладу трубку',
    repeat:
      'что|простите|извините|можете повторить|повторите|повторите пожалуйста|ещё раз|не расслышал|не расслышала|не слышу вас|плохо слышно|не понял|не поняла|что вы сказали|как вы сказали',
    wrongPerson:
      'не тот номер|ошиблись номером|вы ошиблись|ошибка номером|не тот человек|здесь не живёт|больше здесь не живёт|больше здесь не работает|не туда попали',
    voicemail:
      'после сигнала|после звукового сигнала|после гудка|оставьте сообщение|голосовая почта|автоответчик|абонент|не может ответить',
    open: 'что|кто|кого|где|почему|зачем|как|какой|какая|какое|какие|какую|чем|расскажите|опишите',
    number: 'сколько|как долго|сколько лет|какую зарплату|на какую зарплату|зарплатные ожидания',
    date: 'когда|с какого числа|какого числа|какой день|с какого времени|какая дата',
  },
} as const satisfies Record<string, CueTable>;
