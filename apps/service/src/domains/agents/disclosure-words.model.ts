import type { Language } from '@parley/language/language.ts';

/**
 * How people say in each language that an AI is speaking. A `*` stands for any ending (or beginning), a space
 * also for a hyphen. The lists are read by disclosure.model.ts.
 */
export interface DisclosureWords {
  /** What the service says when the first message does not. Formal, and of no gender where the language allows. */
  readonly sentence: string;
  /** What the caller calls itself. Bare abbreviations are missing on purpose: "Acme AI" is a company's name. */
  readonly terms: string;
  /** What makes it about the caller: without one of these in the sentence a term is only a topic. */
  readonly self: string;
  /** What makes it about something else when it stands between the two, or right before them. */
  readonly blockers: string;
  /** What a term is no disclosure in front of: an AI company is not an AI, nor is what is denied afterwards. */
  readonly notBefore?: string;
}

export const disclosureWords: Readonly<Record<Language, DisclosureWords>> = {
  EN: {
    sentence: 'You are speaking with an AI assistant.',
    terms:
      'an AI, AI assistant*, AI agent*, AI caller, AI voice, AI powered, artificial intelligence, artificially intelligent, virtual assistant*, virtual agent*, virtual recruiter, digital assistant*, automated assistant*, automated agent, automated call*, automated system, automated voice, voice assistant*, voice bot*, voicebot*, chatbot*, robot, bot, computer program, not a human, not a real person, not a person',
    self: "I'm, I am, this is, it's, it is, my name is, call me, assistant speaking, agent speaking, bot speaking, AI speaking, assistant calling, agent calling, bot calling, AI calling, assistant here, agent here, bot here, AI here, you are speaking with, you are speaking to, you're speaking with, you're speaking to, you are talking to, you are talking with, you're talking to, you're talking with, you have reached, you've reached, this call is, this conversation is, we are, we're",
    blockers:
      "not, isn't, aren't, no, never, neither, about, regarding, sell*, offer*, human, person, work*, use, uses, using, with, build*, develop*, research*, interest*, invest*, instead of, than, without, if, whether, love, like, to, have, has, owner",
    notBefore:
      'company, companies, firm, startup, start-up, business, expert*, team, product*, course, conference, project, tool*, solution*, vendor, position, role, job, engineer*, researcher*, recruiter*, specialist*, consultant*, developer*, scientist*, student*, teacher*, enthusiast*, vacuum, free',
  },
  DE: {
    sentence: 'Sie sprechen mit einem KI-Assistenten.',
    terms:
      'eine KI, einer KI, KI Assisten*, KI Agent*, KI Stimme, KI gestützt*, KI basiert*, AI Assisten*, künstliche Intelligenz, künstlichen Intelligenz, virtuelle* Assisten*, digitale* Assisten*, automatisierte* Assisten*, automatisierte* Anruf*, automatische* Anruf*, Sprachassisten*, Sprachbot, Sprachcomputer*, Voicebot*, Chatbot*, Roboter, Bot, kein Mensch, keine echte Person, keine Person',
    self: 'ich bin, ich heiße, mein Name ist, hier ist, hier spricht, am Apparat, hier, das ist, dies ist, Sie sprechen mit, du sprichst mit, Sie reden mit, es spricht, Sie sprechen gerade mit, wir sind',
    blockers:
      'nicht, kein, keine, keinen, nie, über, wegen, bezüglich, verkauf*, biete*, Mensch, Person, arbeite*, nutze*, entwickle*, ohne, statt, ob, wenn, Thema',
    notBefore: 'Unternehmen, Firma, Projekt, Produkt*, Lösung*, Konferenz, Experte, Expertin, Team',
  },
  FR: {
    sentence: "Vous parlez avec un assistant utilisant l'intelligence artificielle.",
    terms:
      'une IA, assistant* IA, agent IA, agente IA, intelligence artificielle, assistant* virtuel*, assistant* numérique*, assistant* digital*, assistant* automatisé*, assistant* vocal*, agent virtuel, agente virtuelle, appel automatisé, appel automatique, voicebot, chatbot, robot, robot vocal, pas un humain, pas une personne, pas un être humain',
    self: "je suis, c'est, ici, je m'appelle, mon nom est, à l'appareil, vous parlez avec, vous parlez à, vous êtes en ligne avec, vous échangez avec, il s'agit, ceci est, voici, nous sommes",
    blockers:
      'pas, non, ni, jamais, sujet, propos, concernant, vend*, propos*, offr*, humain, humaine, personne, travaill*, utilisons, utilisez, développ*, sans, si, au lieu, plutôt',
    notBefore: 'entreprise, société',
  },
  ES: {
    sentence: 'Está hablando con un asistente de inteligencia artificial.',
    terms:
      'una IA, asistente de IA, asistente IA, agente de IA, agente IA, inteligencia artificial, asistente virtual*, asistente digital*, asistente automatizad*, asistente automátic*, asistente de voz, agente virtual, llamada automátic*, llamada automatizada, robot, bot, bot de voz, chatbot, no soy humano, no soy humana, no soy una persona',
    self: 'soy, le habla, te habla, le llama, te llama, me llamo, mi nombre es, habla con, hablas con, hablando con, esta es, esto es, este es, es una, aquí',
    blockers:
      'no, ni, nunca, sobre, acerca, respecto, vend*, ofrec*, humano, humana, persona, trabaj*, usamos, utiliz*, desarroll*, sin, si, en lugar',
    notBefore: 'empresa',
  },
  PT: {
    sentence: 'Quem fala é um assistente de inteligência artificial.',
    terms:
      'uma IA, assistente de IA, assistente IA, agente de IA, agente IA, inteligência artificial, assistente virtua*, assistente digita*, assistente automatizad*, assistente automátic*, assistente de voz, agente virtual, chamada automática, chamada automatizada, ligação automática, robô, robot, bot, chatbot, não sou humano, não sou humana, não sou uma pessoa',
    self: 'sou, quem fala é, quem fala, fala com, falar com, falando com, fala a, fala o, chamo-me, me chamo, meu nome é, aqui é, aqui, isto é, esta é, este é, daqui fala',
    blockers:
      'não, nem, nunca, sobre, acerca, vend*, oferec*, humano, humana, pessoa, trabalh*, usamos, utiliz*, desenvolv*, sem, se, em vez',
    notBefore: 'empresa',
  },
  IT: {
    sentence: "Sta parlando con un assistente basato sull'intelligenza artificiale.",
    terms:
      "un'IA, una IA, un'AI, una AI, assistente IA, assistente AI, agente IA, agente AI, intelligenza artificiale, assistente virtual*, assistente digital*, assistente automatic*, assistente automatizzat*, assistente vocal*, operatore virtuale, agente virtuale, chiamata automatica, chiamata automatizzata, risponditore automatico, robot, bot, voicebot, chatbot, non sono umano, non sono umana, non sono una persona",
    self: 'sono, mi chiamo, il mio nome è, parlando con, parla con, parli con, qui è, qui, questa è, questo è, le parla, ti parla, la chiama, è una',
    blockers:
      'non, né, mai, riguardo, proposito, circa, vend*, offr*, umano, umana, persona, lavor*, usiamo, utilizz*, svilupp*, senza, se, invece',
    notBefore: 'azienda, impresa',
  },
  NL: {
    sentence: 'U spreekt met een AI-assistent.',
    terms:
      'een AI, AI assistent*, AI agent*, AI stem, kunstmatige intelligentie, artificiële intelligentie, virtuele assistent*, digitale assistent*, geautomatiseerde assistent*, automatische assistent*, spraakassistent*, geautomatiseerd gesprek, automatisch gesprek, geautomatiseerde oproep, robot, voicebot, spraakbot, chatbot, bot, geen mens, geen echt persoon',
    self: 'ik ben, dit is, mijn naam is, ik heet, u spreekt met, je spreekt met, je praat met, u praat met, spreekt u met, spreek je met, hier, hier is, wij zijn, goedendag met, goedemorgen met, goedemiddag met, goedenavond met, hallo met',
    blockers:
      'niet, geen, nooit, over, betreffende, verkop*, verkoop*, bied*, mens, persoon, werk*, gebruik*, ontwikkel*, zonder, of, als, in plaats',
    notBefore: 'bedrijf, product*, project, oplossing*',
  },
  PL: {
    sentence: 'Rozmowę prowadzi asystent oparty na sztucznej inteligencji.',
    terms:
      'asysten* AI, asysten* SI, agent* AI, sztuczn* inteligencj*, wirtualn* asysten*, cyfrow* asysten*, automatyczn* asysten*, zautomatyzowan* asysten*, asysten* wirtualn*, asysten* głosow*, asysten* cyfrow*, automatyczne połączenie, robot*, bot, botem, voicebot*, chatbot*, nie jestem człowiekiem',
    self: 'jestem, z tej strony, mówi, nazywam się, mam na imię, rozmawia, rozmawiasz z, rozmawiają, prowadzi, to jest, tu, dzwoni',
    blockers:
      'nie, ani, nigdy, o, temat, temacie, dotyczy, dotyczące, sprzeda*, ofer*, człowiek*, osob*, pracuj*, używa*, rozwija*, bez, czy, zamiast',
  },
  CS: {
    sentence: 'Hovoříte s asistentem využívajícím umělou inteligenci.',
    terms:
      'asistent* AI, AI asistent*, asistent* UI, uměl* inteligenc*, virtuáln* asistent*, digitáln* asistent*, automatick* asistent*, automatizovan* asistent*, hlasov* asistent*, virtuáln* operátor*, automatický hovor, robot*, bot, botem, voicebot*, chatbot*, nejsem člověk',
    self: 'jsem, tady, zde, jmenuji se, mé jméno je, hovoříte s, mluvíte s, mluvíš s, u telefonu, volá, toto je, tohle je, to je',
    blockers:
      'nejsem, není, ne, ani, nikdy, o, ohledně, prodáv*, nabíz*, člověk*, osob*, pracuj*, používá*, vyvíj*, bez, zda, místo',
  },
  SK: {
    sentence: 'Hovoríte s asistentom využívajúcim umelú inteligenciu.',
    terms:
      'asistent* AI, AI asistent*, asistent* UI, umel* inteligenc*, virtuáln* asistent*, digitáln* asistent*, automatick* asistent*, automatizovan* asistent*, hlasov* asistent*, automatický hovor, robot*, bot, botom, voicebot*, chatbot*, nie som človek',
    self: 'som, tu, volám sa, moje meno je, hovoríte s, rozprávate sa s, pri telefóne, volá, toto je, to je',
    blockers:
      'nie, ani, nikdy, o, ohľadom, predáv*, ponúk*, človek*, osob*, pracuj*, používa*, vyvíj*, bez, či, namiesto',
  },
  HU: {
    sentence: 'Ön egy mesterséges intelligencián alapuló asszisztenssel beszél.',
    terms:
      'egy MI, MI asszisztens*, AI asszisztens*, mesterséges intelligenci*, virtuális asszisztens*, digitális asszisztens*, automata asszisztens*, automatizált asszisztens*, automatizált hívás*, hangasszisztens*, robot*, bot, voicebot*, chatbot*, nem ember vagyok, nem vagyok ember',
    self: 'vagyok, beszél, a nevem, hívnak, ez egy, itt, telefonál, hívja',
    blockers:
      'nem, sem, soha, kapcsolatban, témában, eladunk, kínálunk, ember, személy, dolgoz*, használ*, fejleszt*, nélkül, helyett, hogy',
  },
  RO: {
    sentence: 'Vorbiți cu un asistent bazat pe inteligență artificială.',
    terms:
      'asistent* AI, asistent* IA, agent AI, agent IA, inteligenț* artificial*, inteligent* artificial*, asistent* virtual*, asistent* digital*, asistent* automat*, asistent* vocal*, agent virtual, apel automat*, robot*, bot, voicebot, chatbot, nu sunt om, nu sunt o persoană',
    self: 'sunt, eu sunt, mă numesc, numele meu este, vorbiți cu, vorbești cu, aici, acesta este, aceasta este, este un, vă sună, vă vorbește',
    blockers:
      'nu, nici, niciodată, despre, privind, vindem, vinde, ofer*, om, uman*, persoan*, lucr*, folos*, utiliz*, dezvolt*, fără, dacă, loc',
  },
  BG: {
    sentence: 'Говорите с асистент, базиран на изкуствен интелект.',
    terms:
      'AI асистент*, ИИ асистент*, асистент* с ИИ, изкуствен* интелект*, виртуал* асистент*, дигитал* асистент*, автоматизиран* асистент*, автоматичен асистент, гласов* асистент*, виртуал* помощни*, дигитал* помощни*, автоматизирано обаждане, робот*, бот, гласов бот, чатбот, не съм човек',
    self: 'аз съм, съм, казвам се, името ми е, говорите с, разговаряте с, тук е, тук, това е, обажда се, на телефона е',
    blockers:
      'не, нито, никога, за, относно, прода*, предлага*, човек*, работ*, използва*, разработва*, без, дали, вместо',
  },
  HR: {
    sentence: 'Razgovarate s asistentom koji se temelji na umjetnoj inteligenciji.',
    terms:
      'AI asistent*, asistent* AI, UI asistent*, umjetn* inteligencij*, virtualn* asistent*, digitaln* asistent*, automatiziran* asistent*, automatsk* asistent*, glasovn* asistent*, virtualn* pomoćni*, digitaln* pomoćni*, automatizirani poziv, automatski poziv, robot*, bot, voicebot, chatbot, nisam čovjek',
    self: 'ja sam, sam, zovem se, moje ime je, razgovarate s, razgovarate sa, govorite s, ovdje, ovo je, zove vas, pri telefonu',
    blockers:
      'nisam, nije, ne, ni, nikad, o, vezano, prodaj*, nud*, čovjek*, osob*, radi*, korist*, razvija*, bez, umjesto',
  },
  SL: {
    sentence: 'Pogovarjate se s pomočnikom, ki temelji na umetni inteligenci.',
    terms:
      'UI pomočni*, AI pomočni*, AI asistent*, UI asistent*, umetn* inteligenc*, virtualn* asistent*, digitaln* asistent*, avtomatizirani* asistent*, samodejn* asistent*, glasovn* asistent*, virtualn* pomočni*, digitaln* pomočni*, avtomatizirani* pomočni*, samodejni klic, robot*, bot, voicebot, klepetalnik, nisem človek',
    self: 'jaz sem, sem, ime mi je, moje ime je, pogovarjate se s, pogovarjate se z, govorite s, govorite z, tukaj, tu, to je, kliče vas, pri telefonu',
    blockers:
      'nisem, ni, ne, niti, nikoli, o, glede, prodaj*, ponuja*, človek*, oseb*, dela*, uporablja*, razvija*, brez, ali, namesto',
  },
  SR: {
    sentence: 'Разговарате са асистентом заснованим на вештачкој интелигенцији.',
    terms:
      'AI asistent*, AI асистент*, ВИ асистент*, veštačk* inteligencij*, вештачк* интелигенциј*, virtueln* asistent*, виртуелн* асистент*, digitaln* asistent*, дигиталн* асистент*, automatizovan* asistent*, аутоматизован* асистент*, glasovn* asistent*, гласовн* асистент*, automatski poziv, аутоматски позив, robot*, робот*, bot, бот, voicebot, chatbot, četbot, четбот, nisam čovek, нисам човек',
    self: 'ja sam, sam, zovem se, moje ime je, razgovarate s, razgovarate sa, govorite sa, ovde, ovo je, pri telefonu, ја сам, сам, зовем се, моје име је, разговарате с, разговарате са, говорите са, овде, ово је, при телефону',
    blockers:
      'nisam, nije, ne, ni, nikad, o, povodom, prodaj*, nud*, čovek*, osob*, radi*, korist*, bez, umesto, нисам, није, не, ни, никад, о, поводом, продај*, нуд*, човек*, особ*, ради*, корист*, без, уместо',
  },
  UK: {
    sentence: 'Ви розмовляєте з асистентом на основі штучного інтелекту.',
    terms:
      'ШІ асистент*, AI асистент*, ШІ помічни*, асистент* ШІ, помічни* ШІ, штучн* інтелект*, віртуальн* асистент*, віртуальн* помічни*, цифров* асистент*, цифров* помічни*, автоматизован* асистент*, автоматичн* помічни*, голосов* асистент*, голосов* помічни*, автоматичний дзвінок, робот, роботом, роботка, бот, ботом, голосовий бот, чатбот*, не людина',
    self: "я, мене звати, моє ім'я, ви розмовляєте з, ви спілкуєтеся з, ви говорите з, вас вітає, вам телефонує, це, з вами говорить, тут, на зв'язку",
    blockers:
      'не, ні, ніколи, про, щодо, прода*, пропону*, людин*, особ*, працю*, використову*, розробля*, без, чи, замість',
  },
  RU: {
    sentence: 'Вы разговариваете с ассистентом на основе искусственного интеллекта.',
    terms:
      'ИИ ассистент*, AI ассистент*, ИИ помощни*, ассистент* ИИ, помощни* ИИ, искусственн* интеллект*, виртуальн* ассистент*, виртуальн* помощни*, цифров* ассистент*, цифров* помощни*, автоматизированн* ассистент*, автоматическ* помощни*, голосов* ассистент*, голосов* помощни*, автоматический звонок, робот, роботом, бот, ботом, голосовой бот, чатбот*, не человек',
    self: 'я, меня зовут, моё имя, мое имя, вы разговариваете с, вы говорите с, вы общаетесь с, вас приветствует, вам звонит, это, с вами говорит, здесь, на связи',
    blockers:
      'не, ни, никогда, о, об, про, насчёт, насчет, прода*, предлага*, человек*, работа*, использ*, разрабатыва*, без, ли, вместо',
  },
  EL: {
    sentence: 'Μιλάτε με έναν βοηθό τεχνητής νοημοσύνης.',
    terms:
      'βοηθό* AI, βοηθό* ΤΝ, AI βοηθό*, τεχνητή νοημοσύνη, τεχνητής νοημοσύνης, εικονικ* βοηθ*, ψηφιακ* βοηθ*, αυτοματοποιημέν* βοηθ*, αυτόματ* βοηθ*, φωνητικ* βοηθ*, αυτόματη κλήση, αυτοματοποιημένη κλήση, ρομπότ, bot, chatbot, voicebot, δεν είμαι άνθρωπος',
    self: 'είμαι, λέγομαι, με λένε, το όνομά μου είναι, ονομάζομαι, μιλάτε με, μιλάς με, εδώ, αυτή είναι, αυτό είναι, σας καλεί, σας μιλά',
    blockers:
      'δεν, όχι, ούτε, ποτέ, για, σχετικά, πουλ*, προσφέρ*, άνθρωπο*, δουλεύ*, εργάζ*, χρησιμοποι*, αναπτύσσ*, χωρίς, αντί',
  },
  TR: {
    sentence: 'Bir yapay zekâ asistanıyla görüşüyorsunuz.',
    terms:
      'yapay zeka*, yapay zekâ*, YZ asistan*, AI asistan*, sanal asistan*, dijital asistan*, otomatik asistan*, sesli asistan*, sanal temsilci*, otomatik arama*, robot*, bot, botum, sesli bot, chatbot*, insan değilim',
    self: 'ben, benim adım, adım, görüşüyorsunuz, konuşuyorsunuz, konuşuyorsun, karşınızda, sizi arayan, sizi arıyorum, bu bir, asistanıyım, asistanım, botum, robotum, asistan*yım, burada',
    blockers:
      'değilim, değil, hakkında, ilgili, satıyor*, sunuyor*, insan, kişi, çalışıyor*, kullan*, geliştir*, olmadan, yerine',
    notBefore: 'değil*',
  },
  SV: {
    sentence: 'Du pratar med en AI-assistent.',
    terms:
      'en AI, AI assistent*, AI agent*, AI röst, artificiell intelligens, konstgjord intelligens, virtuell assistent*, virtuella assistent*, digital assistent*, digitala assistent*, automatisk assistent*, automatiserad assistent*, röstassistent*, automatiskt samtal, automatiserat samtal, robot*, röstbot*, voicebot*, chattbot*, bot, inte en människa, ingen människa',
    self: 'jag är, jag heter, mitt namn är, det här är, detta är, det är, du pratar med, du talar med, ni talar med, ni pratar med, här, vi är',
    blockers:
      'inte, ingen, aldrig, om, angående, gällande, sälj*, erbjud*, människa, person, jobba*, arbeta*, använd*, utveckla*, utan, istället',
    notBefore: 'företag, produkt*, projekt, lösning*',
  },
  DA: {
    sentence: 'Du taler med en AI-assistent.',
    terms:
      'en AI, en KI, AI assistent*, KI assistent*, AI agent*, kunstig intelligens, virtuel assistent*, virtuelle assistent*, digital assistent*, digitale assistent*, automatisk assistent*, automatiseret assistent*, stemmeassistent*, automatisk opkald, automatiseret opkald, robot*, voicebot*, chatbot*, bot, ikke et menneske',
    self: 'jeg er, jeg hedder, mit navn er, det her er, dette er, det er, du taler med, du snakker med, I taler med, De taler med, her, vi er',
    blockers:
      'ikke, ingen, aldrig, om, angående, vedrørende, sælg*, tilbyd*, menneske, person, arbejd*, brug*, udvikl*, uden, i stedet',
    notBefore: 'virksomhed, firma, produkt*, projekt, løsning*',
  },
  NO: {
    sentence: 'Du snakker med en KI-assistent.',
    terms:
      'en AI, en KI, AI assistent*, KI assistent*, KI agent*, kunstig intelligens, virtuell assistent*, virtuelle assistent*, digital assistent*, digitale assistent*, automatisk assistent*, automatisert assistent*, stemmeassistent*, automatisk samtale, automatisert samtale, robot*, voicebot*, chatbot*, pratebot, bot, ikke et menneske',
    self: 'jeg er, jeg heter, mitt navn er, navnet mitt er, det her er, dette er, det er, du snakker med, du prater med, dere snakker med, her, vi er',
    blockers:
      'ikke, ingen, aldri, om, angående, vedrørende, selg*, tilby*, menneske, person, jobb*, arbeid*, bruk*, utvikl*, uten, i stedet',
    notBefore: 'selskap, firma, bedrift, produkt*, prosjekt, løsning*',
  },
  FI: {
    sentence: 'Keskustelet tekoälyavustajan kanssa.',
    terms:
      'tekoäly, tekoälyn kanssa, tekoälyavust*, tekoälyassist*, tekoälyagen*, tekoälyyn perustuva, AI avust*, AI assist*, virtuaaliavust*, virtuaaliassist*, virtuaalinen avust*, virtuaalinen assist*, digitaalinen avust*, digitaalinen assist*, digiavust*, automaattinen avust*, ääniavust*, puheavust*, automaattinen puhelu, robotti, robotin kanssa, puhebotti, botti, botin kanssa, chatbot*, en ole ihminen',
    self: 'olen, täällä, nimeni on, minä olen, tämä on, puhut, puhutte, keskustelet, keskustelette, puhelimessa, sinulle soittaa',
    blockers:
      'en, ei, ole, koskien, liittyen, myymme, tarjoamme, ihminen, henkilö, työskentel*, käyt*, kehit*, ilman, sijaan',
  },
  ET: {
    sentence: 'Te räägite tehisintellektil põhineva assistendiga.',
    terms:
      'tehisintellekt*, tehisaru*, TI assisten*, AI assisten*, virtuaal* assisten*, virtuaalassisten*, virtuaal* abili*, digitaal* assisten*, digiassisten*, digitaal* abili*, automaat* assisten*, automatiseeritud assisten*, häälassisten*, automaatne kõne, robot, robotiga, bot, botiga, voicebot*, juturobot*, vestlusrobot*, ei ole inimene',
    self: 'olen, mina olen, minu nimi on, räägite, räägid, vestlete, vestled, siin, see on, teile helistab, siinpool',
    blockers:
      'ei, mitte, kunagi, kohta, teemal, müü*, paku*, inimene, isik, tööta*, kasuta*, arenda*, ilma, asemel',
  },
  LV: {
    sentence: 'Jūs runājat ar mākslīgā intelekta asistentu.',
    terms:
      'mākslīg* intelekt*, MI asistent*, AI asistent*, virtuāl* asistent*, virtuāl* palī*, digitāl* asistent*, digitāl* palī*, automatizēt* asistent*, automātisk* asistent*, balss asistent*, automātisks zvans, automatizēts zvans, robots, robotu, bots, botu, balss bots, tērzēšanas bots, neesmu cilvēks',
    self: 'esmu, es esmu, mani sauc, mans vārds ir, jūs runājat ar, jūs sarunājaties ar, runājat ar, šeit, šis ir, tas ir, jums zvana',
    blockers:
      'neesmu, nav, ne, nekad, par, saistībā, pārdod*, piedāvā*, cilvēk*, person*, strādā*, izmanto*, izstrādā*, bez, vai',
  },
  LT: {
    sentence: 'Jūs kalbate su dirbtinio intelekto asistentu.',
    terms:
      'dirbtin* intelekt*, DI asistent*, AI asistent*, DI padėjėj*, virtual* asistent*, virtual* padėjėj*, skaitmenin* asistent*, skaitmenin* padėjėj*, automatizuot* asistent*, automatin* asistent*, balso asistent*, automatinis skambutis, robotas, robotu, botas, botu, balso botas, pokalbių robotas, nesu žmogus',
    self: 'esu, aš esu, aš, mano vardas, jūs kalbate su, kalbate su, kalbatės su, bendraujate su, čia, tai yra, tai, jums skambina',
    blockers:
      'nesu, nėra, ne, niekada, apie, dėl, parduod*, siūl*, žmog*, asmuo, dirb*, naudoj*, kuri*, be, ar, vietoj',
  },
  AR: {
    sentence: 'أنت تتحدث مع مساعد يعمل بالذكاء الاصطناعي.',
    terms:
      'ذكاء اصطناعي, ذكاء الاصطناعي, مساعد* افتراضي*, مساعد* الافتراضي*, مساعد* رقمي*, مساعد* الرقمي*, مساعد* آلي*, مساعد* الآلي*, مساعد* ذكي*, مساعد* صوتي*, موظف افتراضي, وكيل افتراضي, مكالمة آلية, اتصال آلي, روبوت, بوت, لست إنسانا, لست بشرا',
    self: 'أنا, انا, اسمي, معك, معكم, أنت تتحدث, أنت تتحدثين, تتحدث مع, تتحدث إلى, تتحدثون مع, هذه, هذا, يتحدث إليك, نحن',
    blockers:
      'لست, ليس, ليست, لا, غير, شركة, عن, حول, بخصوص, نبيع, نقدم, إنسان, شخص, أعمل, نستخدم, نطور, بدون, بدلا',
  },
  HE: {
    sentence: 'השיחה מתנהלת עם עוזר מבוסס בינה מלאכותית.',
    terms:
      'בינה מלאכותית, עוזר* וירטואלי*, עוזר* הווירטואלי*, עוזר* הוירטואלי*, עוזר* דיגיטלי*, עוזר* הדיגיטלי*, עוזר* אוטומטי*, עוזר* קולי*, עוזר* AI, נציג* וירטואלי*, נציג* דיגיטלי*, סוכן AI, סוכנת AI, שיחה אוטומטית, רובוט, רובוטית, בוט, בוטית, צ׳אטבוט, לא אדם, לא בן אדם',
    self: 'אני, שמי, קוראים לי, כאן, מדבר, מדברת, מדברים, משוחח, משוחחת, מתנהלת עם, זאת, זוהי, זה, זו',
    blockers:
      'לא, אינני, איני, לעולם, על, לגבי, בנוגע, בנושא, מוכר*, מציע*, אדם, עובד*, משתמש*, מפתח*, בלי, ללא, במקום, אם',
  },
  JA: {
    sentence: 'こちらはAIアシスタントです。',
    terms:
      'AIアシスタント, AIエージェント, AIオペレーター, AI音声, はAI, がAI, のAIです, AIによる, AIと申, 人工知能, バーチャルアシスタント, 仮想アシスタント, デジタルアシスタント, 自動応答, 自動音声, 音声アシスタント, 音声ボット, ボイスボット, チャットボット, ロボット, ボット, 人間ではありません, 人間ではなく',
    self: 'です, でございます, と申します, がお話, がご対応, が対応, がお電話, による, からのお電話',
    blockers:
      'ではありません, ではない, じゃない, について, に関する, に関して, に関心, に興味, 販売, 導入, 開発, 活用, 使っ, 利用, 研究, 人間です, のご案内, 製品, サービスの, セミナー, 企業, 会社, でしょうか, 配達, 注文, 修理, お届け, 購入',
    notBefore:
      'ではありません, ではない, ではございません, じゃない, 学会, 研究, 開発, 部, 事業, 企業, 会社, セミナー, 製品',
  },
  ZH: {
    sentence: '您正在与人工智能助手通话。',
    terms:
      'AI助手, AI助理, AI客服, AI语音, AI坐席, 是AI, 与AI, 和AI, 由AI, 人工智能, 人工智慧, 虚拟助手, 虚拟助理, 虛擬助理, 虛擬助手, 数字助手, 数字助理, 數位助理, 智能助手, 智能客服, 智能语音, 自动语音, 自动外呼, 语音助手, 語音助理, 语音机器人, 聊天机器人, 机器人, 機器人, 不是真人',
    self: '我是, 我叫, 这里是, 這裡是, 这是, 這是, 您正在, 你正在, 正在与您, 为您服务, 為您服務, 和您通话, 与您通话, 本次通话由, 本次来电',
    blockers:
      '不是, 并非, 並非, 关于, 關於, 有关, 有關, 销售, 銷售, 出售, 提供, 研发, 开发, 使用, 研究, 推广, 人类, 从事, 产品, 感兴趣, 代替',
    notBefore: '公司, 产品, 企业, 课程, 展, 行业, 工程师, 部, 领域, 项目, 学院, 大会, 峰会',
  },
  KO: {
    sentence: '저는 인공지능 상담원입니다.',
    terms:
      'AI 상담원, AI 상담사, AI 비서, AI 어시스턴트, AI 에이전트, AI 음성, AI입니다, AI와, AI가, 인공지능, 가상 비서, 가상 상담원, 가상 어시스턴트, 디지털 비서, 디지털 어시스턴트, 자동 음성, 자동 전화, 자동 응답, 음성 비서, 음성 봇, 보이스봇, 챗봇, 로봇, 사람이 아닌, 사람이 아닙니다',
    self: '입니다, 이에요, 예요, 라고 합니다, 이라고 합니다, 저는, 제 이름은, 통화하고, 통화 중, 말씀드리고, 대화하고, 전화드렸습니다',
    blockers:
      '아닙니다, 아니에요, 아니라, 관련, 관하여, 관한, 대해, 대한, 판매, 제공, 개발, 사용, 이용, 연구, 관심, 회사, 기업, 제품, 솔루션, 대신, 사람입니다',
    notBefore:
      '회사, 기업, 제품, 솔루션, 기술, 팀, 학회, 연구, 부서, 이 아니, 가 아니, 은 아니, 는 아니, 이 아닙, 가 아닙, 은 아닙, 는 아닙',
  },
};

/** Serbian is written in two scripts; a message in Latin letters is not continued in Cyrillic ones. */
export const serbianInLatin = 'Razgovarate sa asistentom zasnovanim na veštačkoj inteligenciji.';
