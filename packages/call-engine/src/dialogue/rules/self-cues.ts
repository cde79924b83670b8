import type { Language } from '@parley/language/language.ts';

/** How people ask who calls, whether it is a machine, how long it takes and what it is about; spelled as in a cue table. */
export interface SelfCues {
  readonly who: string;
  readonly machine: string;
  readonly duration: string;
  readonly reason: string;
}

export const selfCues: Readonly<Record<Exclude<Language, 'EN'>, SelfCues>> = {
  DE: {
    who: 'wer ist da|wer ist das|wer sind sie|wer spricht|wer ist am apparat|mit wem spreche ich|mit wem rede ich|wie heißen sie|wie ist ihr name|von wo rufen sie an|woher rufen sie an|von welcher firma|welche firma|für wen arbeiten sie|wer ruft an',
    machine:
      'sind sie ein roboter|sind sie ein mensch|sind sie eine maschine|sind sie ein bot|sind sie eine ki|sind sie echt|ist das ein roboter|ist das eine aufnahme|spreche ich mit einem roboter|spreche ich mit einer maschine|rede ich mit einer maschine|spreche ich mit einem menschen',
    duration: 'wie lange dauert|wie lange wird|wie lange geht|wie viel zeit',
    reason:
      'worum geht es|um was geht es|warum rufen sie an|wieso rufen sie an|weshalb rufen sie an|was wollen sie|was möchten sie von mir',
  },
  FR: {
    who: "qui est à l'appareil|qui êtes vous|c'est qui|qui appelle|qui parle|à qui je parle|à qui ai-je l'honneur|vous êtes qui|d'où appelez vous|d'où vous appelez|quelle société|quelle entreprise|comment vous appelez vous|quel est votre nom|vous appelez d'où",
    machine:
      'êtes vous un robot|vous êtes un robot|êtes vous une machine|vous êtes une machine|un vrai humain|êtes vous humain|vous êtes humain|une vraie personne|je parle à un robot|je parle à une machine',
    duration: 'combien de temps|ça dure|ça va durer|ça prend combien|ce sera long|est ce long',
    reason:
      "pourquoi appelez vous|pourquoi vous appelez|pourquoi vous m'appelez|c'est à quel sujet|à quel sujet|de quoi s'agit il|c'est pour quoi|que voulez vous|vous voulez quoi|quel est le but",
  },
  ES: {
    who: 'quién es|quién habla|quién llama|quién me llama|con quién hablo|quién es usted|quién eres|de dónde llama|de dónde me llama|desde dónde llama|de qué empresa|qué empresa|cómo se llama usted|de parte de quién',
    machine:
      'es usted un robot|eres un robot|es un robot|es una máquina|es usted una máquina|es usted humano|una persona real|hablo con un robot|hablo con una máquina|es una grabación',
    duration: 'cuánto dura|cuánto tarda|cuánto tiempo|cuánto va a durar|cuánto se tarda|va a tardar mucho',
    reason:
      'por qué llama|por qué me llama|para qué llama|para qué me llama|de qué se trata|qué quiere|qué desea|cuál es el motivo',
  },
  PT: {
    who: 'quem fala|quem é|quem está a falar|quem está falando|quem está ligando|com quem falo|com quem eu falo|quem é você|de onde fala|de onde liga|de onde está ligando|de onde você está|de que empresa|qual empresa|que empresa|qual é o seu nome|como se chama|da parte de quem',
    machine:
      'você é um robô|é um robô|é uma máquina|é uma pessoa real|você é humano|é humano|estou falando com um robô|estou a falar com um robô|falo com uma máquina|é uma gravação',
    duration: 'quanto tempo|vai demorar|quanto demora|demora muito',
    reason:
      'por que está ligando|por que está a ligar|porque está a ligar|por que você está ligando|qual é o assunto|do que se trata|de que se trata|o que quer|o que você quer|o que deseja|é sobre o quê',
  },
  IT: {
    who: 'chi parla|chi è|con chi parlo|con chi sto parlando|chi è lei|lei chi è|chi sei|chi chiama|da dove chiama|di che azienda|di quale azienda|quale azienda|quale società|come si chiama lei|qual è il suo nome|per conto di chi',
    machine:
      'è un robot|lei è un robot|sei un robot|è una macchina|lei è una macchina|è umano|una persona vera|sto parlando con un robot|parlo con una macchina|è una registrazione',
    duration: 'quanto dura|quanto tempo|quanto ci vuole|ci vuole molto|durerà molto|quanto ci mette',
    reason:
      'perché chiama|perché mi chiama|perché mi sta chiamando|di cosa si tratta|di che si tratta|cosa vuole|che cosa vuole|qual è il motivo|a che proposito',
  },
  NL: {
    who: 'met wie spreek ik|wie bent u|wie is dit|wie is daar|wie belt|wie ben je|van welk bedrijf|welk bedrijf|waar belt u vandaan|waarvandaan belt u|hoe heet u|wat is uw naam|namens wie',
    machine:
      'bent u een robot|ben je een robot|is dit een robot|bent u een machine|bent u een mens|ben je een mens|een echt persoon|een echt mens|praat ik met een robot|spreek ik met een robot|spreek ik met een machine|is dit een opname',
    duration: 'hoe lang duurt|hoelang duurt|hoe lang gaat|hoeveel tijd|duurt het lang|duurt dit lang',
    reason:
      'waarom belt u|waarom bel je|waar gaat het over|waar gaat dit over|waarover gaat|waarvoor belt u|wat wilt u|wat is de reden',
  },
  PL: {
    who: 'kto mówi|kto dzwoni|kim pan jest|kim pani jest|kto to|z kim rozmawiam|z kim mam przyjemność|skąd pan dzwoni|skąd pani dzwoni|skąd dzwonicie|z jakiej firmy|jaka firma|jak się pan nazywa|jak pan ma na imię',
    machine:
      'czy jest pan robotem|jest pan robotem|czy to robot|czy to automat|to robot|jesteś robotem|rozmawiam z robotem|rozmawiam z maszyną|czy jest pan człowiekiem|czy to nagranie',
    duration: 'ile to potrwa|jak długo|ile czasu|długo to potrwa',
    reason:
      'dlaczego pan dzwoni|dlaczego dzwonicie|po co pan dzwoni|w jakiej sprawie|o co chodzi|czego pan chce|jaki jest powód',
  },
  CS: {
    who: 'kdo volá|kdo jste|kdo to je|kdo je to|kdo mluví|s kým mluvím|kdo je tam|odkud voláte|z jaké firmy|jaká firma|jak se jmenujete|kdo u telefonu',
    machine:
      'jste robot|jsi robot|je to robot|jste stroj|jste člověk|mluvím s robotem|mluvím se strojem|mluvím s člověkem|je to nahrávka|jste umělá inteligence',
    duration: 'jak dlouho|kolik času|bude to trvat|potrvá to',
    reason:
      'proč voláte|proč mi voláte|o co jde|o co se jedná|čeho se to týká|v jaké věci|co chcete|kvůli čemu',
  },
  SK: {
    who: 'kto volá|kto ste|kto to je|kto je to|kto hovorí|s kým hovorím|kto je tam|odkiaľ voláte|z akej firmy|aká firma|ako sa voláte|kto je pri telefóne',
    machine:
      'ste robot|si robot|je to robot|ste stroj|ste človek|hovorím s robotom|hovorím so strojom|hovorím s človekom|je to nahrávka|ste umelá inteligencia',
    duration: 'ako dlho|koľko času|bude to trvať|potrvá to',
    reason: 'prečo voláte|prečo mi voláte|o čo ide|čoho sa to týka|v akej veci|čo chcete|kvôli čomu',
  },
  HU: {
    who: 'ki beszél|ki az|kivel beszélek|ki hív|ön kicsoda|honnan hív|honnan telefonál|melyik cég|milyen cég|melyik cégtől|hogy hívják önt|mi a neve',
    machine:
      'ön robot|ön egy robot|ez egy robot|robottal beszélek|géppel beszélek|ön gép|ön ember|emberrel beszélek|ez egy felvétel',
    duration: 'meddig tart|mennyi ideig|mennyi időt|sokáig tart',
    reason: 'miért hív|miért telefonál|miről van szó|mit szeretne|mit akar|milyen ügyben|mi az oka',
  },
  RO: {
    who: 'cine este|cine e|cine sunteți|cine sună|cine vorbește|cu cine vorbesc|de unde sunați|de la ce firmă|ce firmă|ce companie|de la ce companie|cum vă numiți|cum vă cheamă',
    machine:
      'sunteți robot|sunteți un robot|ești robot|e un robot|este un robot|sunteți om|o persoană reală|vorbesc cu un robot|vorbesc cu o mașină|este o înregistrare',
    duration: 'cât durează|cât timp|cât va dura|durează mult',
    reason:
      'de ce sunați|de ce mă sunați|despre ce este vorba|despre ce e vorba|ce doriți|ce vreți|care este motivul|în ce problemă',
  },
  BG: {
    who: 'кой се обажда|кой сте вие|кой е|кои сте вие|с кого говоря|кой говори|откъде се обаждате|откъде звъните|от коя фирма|коя фирма|от коя компания|как се казвате',
    machine:
      'робот ли сте|вие робот ли сте|това робот ли е|машина ли сте|човек ли сте|с робот ли говоря|с машина ли говоря|това запис ли е',
    duration: 'колко време|колко ще отнеме|колко дълго|ще отнеме ли много',
    reason:
      'защо се обаждате|защо ми се обаждате|за какво става въпрос|за какво се обаждате|по какъв повод|какво искате|за какво е',
  },
  HR: {
    who: 'tko je to|tko zove|tko ste vi|tko ste|tko govori|s kim razgovaram|s kim pričam|odakle zovete|iz koje tvrtke|koja tvrtka|iz koje firme|koja firma|kako se zovete',
    machine:
      'jeste li robot|jesi li robot|je li ovo robot|jeste li stroj|jeste li čovjek|razgovaram li s robotom|pričam s robotom|je li ovo snimka',
    duration: 'koliko će trajati|koliko traje|koliko dugo|koliko vremena|hoće li dugo',
    reason:
      'zašto zovete|zašto me zovete|o čemu se radi|čemu poziv|što želite|što hoćete|koji je razlog|radi čega zovete',
  },
  SL: {
    who: 'kdo kliče|kdo ste|kdo je to|kdo govori|s kom govorim|od kod kličete|iz katerega podjetja|katero podjetje|kako vam je ime|kdo je tam',
    machine:
      'ste robot|ali ste robot|si robot|je to robot|ste stroj|ste človek|govorim z robotom|govorim s strojem|je to posnetek',
    duration: 'kako dolgo|koliko časa|bo trajalo dolgo|koliko bo trajalo',
    reason:
      'zakaj kličete|zakaj me kličete|za kaj gre|o čem gre|kaj želite|kaj hočete|kakšen je razlog|v kateri zadevi',
  },
  SR: {
    who: 'ко је то|ко зове|ко сте ви|ко сте|ко говори|са ким разговарам|с ким причам|одакле зовете|из које фирме|која фирма|како се зовете|ko je to|ko zove|ko ste vi|ko ste|ko govori|sa kim razgovaram|odakle zovete|iz koje firme|koja firma|kako se zovete',
    machine:
      'да ли сте робот|јесте ли робот|је л ово робот|да ли је ово робот|да ли сте човек|причам са роботом|разговарам са роботом|da li ste robot|jeste li robot|da li je ovo robot|da li ste čovek|razgovaram sa robotom',
    duration:
      'колико ће трајати|колико траје|колико дуго|колико времена|koliko će trajati|koliko traje|koliko dugo|koliko vremena',
    reason:
      'зашто зовете|зашто ме зовете|о чему се ради|шта желите|шта хоћете|који је разлог|zašto zovete|zašto me zovete|o čemu se radi|šta želite|šta hoćete|koji je razlog',
  },
  UK: {
    who: 'хто це|хто дзвонить|хто телефонує|хто ви|хто говорить|з ким я розмовляю|з ким я говорю|звідки ви дзвоните|звідки дзвоните|звідки телефонуєте|з якої компанії|яка компанія|як вас звати|хто мене турбує',
    machine: 'ви робот|це робот|ви машина|ви людина|я розмовляю з роботом|я говорю з роботом|ви бот|це запис',
    duration: 'скільки часу|як довго|це надовго|скільки це триватиме|скільки триватиме',
    reason:
      'чому ви дзвоните|чому дзвоните|навіщо ви дзвоните|чому телефонуєте|з якого питання|про що йдеться|у чому справа|що ви хочете|чого ви хочете|яка причина',
  },
  RU: {
    who: 'кто это|кто звонит|кто вы|вы кто|кто говорит|с кем я говорю|с кем я разговариваю|откуда вы звоните|откуда звоните|из какой компании|какая компания|как вас зовут|представьтесь|кто меня беспокоит',
    machine:
      'вы робот|это робот|вы машина|вы человек|я говорю с роботом|я разговариваю с роботом|вы бот|это запись',
    duration: 'сколько времени|как долго|это надолго|сколько это займет|сколько займет',
    reason:
      'почему вы звоните|почему звоните|зачем вы звоните|зачем звоните|по какому вопросу|по какому поводу|о чем речь|в чем дело|что вы хотите|что вам нужно|какова причина',
  },
  EL: {
    who: 'ποιος είναι|ποιος είστε|ποια είστε|ποιος μιλάει|ποιος καλεί|ποιος τηλεφωνεί|με ποιον μιλάω|από πού καλείτε|από πού τηλεφωνείτε|από ποια εταιρεία|ποια εταιρεία|πώς σας λένε|πώς λέγεστε',
    machine:
      'είστε ρομπότ|είσαι ρομπότ|είναι ρομπότ|είστε μηχανή|είστε άνθρωπος|μιλάω με ρομπότ|μιλάω με μηχανή|είναι ηχογράφηση',
    duration: 'πόση ώρα|πόσο θα διαρκέσει|πόσο διαρκεί|πόσο χρόνο|θα πάρει πολύ|πόσο θα πάρει',
    reason:
      'γιατί καλείτε|γιατί με καλείτε|γιατί τηλεφωνείτε|για ποιο λόγο|για ποιο θέμα|περί τίνος πρόκειται|τι θέλετε|ποιος είναι ο λόγος',
  },
  TR: {
    who: 'kimsiniz|siz kimsiniz|kim arıyor|kim o|kiminle görüşüyorum|kiminle konuşuyorum|nereden arıyorsunuz|hangi şirketten|hangi şirket|hangi firma|adınız ne|isminiz ne',
    machine:
      'robot musunuz|siz robot musunuz|robot musun|bu bir robot mu|makine misiniz|insan mısınız|bir robotla mı|robotla mı|makineyle mi|bu bir kayıt mı|yapay zeka mısınız',
    duration: 'ne kadar sürer|ne kadar sürecek|kaç dakika|uzun sürer mi|ne kadar zaman|ne kadar vakit',
    reason:
      'neden arıyorsunuz|niçin arıyorsunuz|niye arıyorsunuz|konu nedir|konu ne|ne hakkında|ne istiyorsunuz|ne için arıyorsunuz|sebebi nedir',
  },
  SV: {
    who: 'vem är det|vem är du|vem ringer|vem talar jag med|vem pratar jag med|var ringer du ifrån|varifrån ringer du|vilket företag|från vilket företag|vad heter du',
    machine:
      'är du en robot|är det en robot|är du en maskin|är du en människa|är du människa|pratar jag med en robot|talar jag med en robot|talar jag med en maskin|är det en inspelning|är du en ai',
    duration: 'hur lång tid|hur länge|tar det lång tid',
    reason:
      'varför ringer du|varför ringer ni|vad gäller det|vad handlar det om|vad vill du|vad vill ni|vad rör det sig om|vad är anledningen',
  },
  DA: {
    who: 'hvem er det|hvem er du|hvem ringer|hvem taler jeg med|hvem snakker jeg med|hvor ringer du fra|hvilket firma|fra hvilket firma|hvilken virksomhed|hvad hedder du',
    machine:
      'er du en robot|er det en robot|er du en maskine|er du et menneske|taler jeg med en robot|snakker jeg med en robot|er det en optagelse|er du en ai',
    duration: 'hvor lang tid|hvor længe|tager det lang tid',
    reason:
      'hvorfor ringer du|hvorfor ringer i|hvad drejer det sig om|hvad handler det om|hvad vil du|hvad vil i|hvad er grunden',
  },
  NO: {
    who: 'hvem er det|hvem er du|hvem ringer|hvem snakker jeg med|hvor ringer du fra|hvilket firma|fra hvilket firma|hvilket selskap|hva heter du',
    machine:
      'er du en robot|er det en robot|er du en maskin|er du et menneske|snakker jeg med en robot|snakker jeg med en maskin|er det et opptak|er du en ai',
    duration: 'hvor lang tid|hvor lenge|tar det lang tid',
    reason:
      'hvorfor ringer du|hvorfor ringer dere|hva gjelder det|hva dreier det seg om|hva handler det om|hva vil du|hva vil dere|hva er grunnen',
  },
  FI: {
    who: 'kuka siellä|kuka puhuu|kuka soittaa|kuka olet|kuka te olette|kenen kanssa puhun|kenen kanssa minä puhun|mistä soitatte|mistä soitat|mistä yrityksestä|mikä yritys|mikä nimenne on|mikä sinun nimesi',
    machine:
      'oletko robotti|oletteko robotti|onko tämä robotti|oletko kone|oletteko kone|oletko ihminen|oletteko ihminen|puhunko robotin|puhunko koneen|onko tämä nauhoite|oletko tekoäly',
    duration: 'kauanko|kuinka kauan|miten kauan|kestääkö kauan|paljonko aikaa',
    reason:
      'miksi soitat|miksi soitatte|mistä on kyse|mitä asia koskee|mitä haluatte|mitä haluat|millä asialla|mikä on syy',
  },
  ET: {
    who: 'kes räägib|kes helistab|kes te olete|kes see on|kes sa oled|kellega ma räägin|kust te helistate|kust helistate|mis firmast|mis ettevõttest|mis firma|mis ettevõte|mis teie nimi',
    machine:
      'kas te olete robot|olete robot|kas sa oled robot|kas see on robot|kas te olete inimene|kas ma räägin robotiga|räägin robotiga|räägin masinaga|kas see on salvestis',
    duration: 'kaua see|kui kaua|kui palju aega|kas see võtab kaua',
    reason:
      'miks te helistate|miks helistate|mis asjus|millega seoses|milles asi|mida te soovite|mida te tahate|mis on põhjus',
  },
  LV: {
    who: 'kas zvana|kas runā|kas jūs esat|kas tas ir|kas tur ir|ar ko es runāju|ar ko runāju|no kurienes jūs zvanāt|no kurienes zvanāt|no kāda uzņēmuma|kāds uzņēmums|no kuras firmas|kā jūs sauc',
    machine:
      'vai jūs esat robots|jūs esat robots|vai tas ir robots|vai jūs esat cilvēks|vai es runāju ar robotu|runāju ar robotu|runāju ar mašīnu|vai tas ir ieraksts',
    duration: 'cik ilgi|cik ilgs|cik daudz laika|vai tas būs ilgi',
    reason:
      'kāpēc jūs zvanāt|kāpēc zvanāt|par ko ir runa|kādā jautājumā|ko jūs vēlaties|ko jūs gribat|kāds ir iemesls',
  },
  LT: {
    who: 'kas skambina|kas kalba|kas jūs|kas jūs esate|kas čia|su kuo kalbu|su kuo aš kalbu|iš kur skambinate|iš kokios įmonės|kokia įmonė|iš kokios firmos|kuo jūs vardu|koks jūsų vardas',
    machine:
      'ar jūs robotas|jūs robotas|ar čia robotas|ar jūs žmogus|ar kalbu su robotu|kalbu su robotu|kalbu su mašina|ar tai įrašas',
    duration: 'kiek laiko|kaip ilgai|kiek tai užtruks|ar ilgai',
    reason:
      'kodėl skambinate|kodėl man skambinate|dėl ko skambinate|kokiu klausimu|kokiu reikalu|apie ką|ko norite|kokia priežastis',
  },
  AR: {
    who: 'من معي|من المتصل|من المتكلم|من أنت|من أنتم|من يتكلم|مين معي|مين أنت|مع من أتحدث|مع من أتكلم|من أين تتصل|من أين تتصلون|من أي شركة|أي شركة|ما اسمك|ما اسم الشركة',
    machine:
      'هل أنت روبوت|هل أنت آلة|هل أنت إنسان|هل أنت شخص حقيقي|هل أتحدث مع روبوت|هل أتكلم مع آلة|هل هذا روبوت|هل هذا تسجيل|أنت روبوت',
    duration: 'كم من الوقت|كم ستستغرق|كم يستغرق|كم تستغرق|كم سيستغرق|كم دقيقة',
    reason:
      'لماذا تتصل|لماذا تتصلون|لماذا اتصلت|ما الموضوع|ما هو الموضوع|عن ماذا|بخصوص ماذا|ماذا تريد|ماذا تريدون|ما سبب الاتصال|ما السبب',
  },
  HE: {
    who: 'מי זה|מי זאת|מי מדבר|מי מדברת|מי אתה|מי את|מי אתם|עם מי אני מדבר|עם מי אני מדברת|מאיפה אתם מתקשרים|מאיפה אתה מתקשר|מאיזו חברה|מאיזה חברה|איזו חברה|איזה חברה|מה השם שלך|איך קוראים לך',
    machine:
      'אתה רובוט|את רובוט|זה רובוט|אתה מכונה|אתה בן אדם|אני מדבר עם רובוט|אני מדברת עם רובוט|אני מדבר עם מכונה|זו הקלטה|זאת הקלטה',
    duration: 'כמה זמן|זה ייקח הרבה|כמה דקות',
    reason:
      'למה אתה מתקשר|למה אתם מתקשרים|למה את מתקשרת|במה מדובר|על מה מדובר|באיזה נושא|מה אתה רוצה|מה אתם רוצים|מה הסיבה|בקשר למה',
  },
  JA: {
    who: 'どちら様|どなた|誰ですか|だれですか|どこの会社|どちらの会社|何という会社|どこから|お名前は|どちらから',
    machine: 'ロボットですか|機械ですか|aiですか|人間ですか|本物の人|録音ですか|自動音声',
    duration:
      'どのくらいかか|どれくらいかか|どのぐらいかか|時間はどのくらい|時間はどれくらい|何分かか|何分くらい|長くかか',
    reason:
      'ご用件|用件は|何の用|何のご用|なぜ電話|どうして電話|何の電話|何のお電話|何についての|どういったお話',
  },
  ZH: {
    who: '您是谁|你是谁|您是哪位|你是哪位|哪位|谁呀|哪里打来|从哪里打|哪家公司|什么公司|哪个公司|您贵姓|你叫什么|您叫什么|怎么称呼|请问是谁',
    machine:
      '你是机器人|您是机器人|是机器人吗|是不是机器人|是机器吗|是真人|你是人吗|您是人吗|是录音吗|是人工智能吗|是ai吗',
    duration: '多长时间|多久|要几分钟|需要几分钟|要很久吗|多少时间',
    reason:
      '为什么打电话|为什么给我打|什么事|有何贵干|关于什么|你想干什么|您想干什么|想做什么|打电话干什么|什么原因',
  },
  KO: {
    who: '누구세요|누구십니까|누구시죠|누구신가요|누구예요|어디세요|어디시죠|어디서 전화|어디에서 전화|어느 회사|무슨 회사|성함이|이름이 뭐',
    machine:
      '로봇이세요|로봇인가요|로봇이에요|로봇입니까|기계인가요|기계예요|사람인가요|사람이세요|사람이에요|ai인가요|ai예요|녹음인가요',
    duration: '얼마나 걸|몇 분 걸|몇 분이나|시간이 얼마나|오래 걸',
    reason: '왜 전화|무슨 일|무슨 용건|무엇 때문에|뭐 때문에|어떤 일로|무슨 일로|용건이|뭘 원하',
  },
};
