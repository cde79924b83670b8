/**
 * Words of postings by language, without accents and signs, `*` for any ending. What they mean together is decided where
 * they are used: "Télétravail" is remote, "partiel" is partly, and both side by side are a mixture.
 */
export interface PostingWords {
  /** Work away from the employer's premises, work there, and a word for both in turn. */
  readonly remote: string;
  /** The same, where the word alone says only that it is allowed: many offer "Homeoffice" on some days. */
  readonly fromHome: string;
  readonly onsite: string;
  readonly hybrid: string;
  readonly partly: string;
  /** Allowed, which does not say that it is so. */
  readonly maybe: string;
  readonly yes: string;
  readonly wholly: string;
  readonly no: string;
  readonly day: string;
  /** What a posting calls itself, or what it offers. */
  readonly job: string;
  /** What is so of a posting that has ended, ... */
  readonly over: string;
  /** ... or is not so any more. */
  readonly noLonger: string;
  readonly open: string;
  /** Verbs between the posting and how it is. */
  readonly is: string;
  /** Words that make it a condition or a plan. */
  readonly unless: string;
  /** Between an employer and the title, and between the title and an employer. */
  readonly hires: string;
  readonly at: string;
  /** "Leeds and surroundings". */
  readonly around: string;
  /** Where there is no place. */
  readonly anywhere: string;
  /** What is hybrid, or full time, beside the job itself. */
  readonly work: string;
}

export const postingWords: Readonly<Record<string, PostingWords>> = {
  en: {
    remote: 'remote|remotely|telecommut*|telework*|work from anywhere|fully remote|worldwide',
    fromHome: 'wfh|work from home|working from home|home based|home office|homeoffice',
    onsite: 'on site|onsite|in office|in the office|in person|office based|at the office|our office',
    hybrid: 'hybrid*|flexible workplace',
    partly: 'partial|partially|partly|some|temporarily',
    maybe: 'possible|possibly|possibility|optional|occasional*|sometimes|available|allowed|flexible',
    yes: 'yes',
    wholly: '100|fully|completely|entirely|only|full|always',
    no: 'no|not|without|none',
    day: 'day|days',
    job: 'job|jobs|position|positions|role|posting|post|vacancy|vacancies|listing|opening|opportunity|requisition|application|applications|offer|ad|advert|announcement',
    over: 'closed|filled|expired|archived|inactive|unavailable|withdrawn|cancelled|canceled|deactivated|ended',
    noLonger: 'no longer|not currently|no more',
    open: 'available|accepting|accept|open|active|listed|online|taking|recruiting|hiring|posted|advertised|exist|exists|live|valid|found',
    is: 'is|are|was|been|has|have|now|already|currently|since',
    unless: 'once|until|till|when|if|unless|will|may|might|before|after|as soon as|upon|not been|to be|would|should|can|could|how|why|what',
    hires: 'hiring|is hiring|is looking for|looking for|seeks|is seeking|recruits',
    at: 'at|@',
    around: 'surroundings|surrounding area|area',
    anywhere: 'anywhere|worldwide|world wide|global|globally|the world|international|various|multiple locations|flexible|emea|apac|latam|dach|mena|eea|eu|benelux|nordics|middle east',
    work: 'work|working|model|schedule|setup|contract|employment',
  },
  de: {
    remote: 'remote|ortsunabhangig',
    fromHome: 'home office|homeoffice|fernarbeit|telearbeit|von zu hause|heimarbeit',
    onsite: 'vor ort|im buro|prasenz*|buro',
    hybrid: 'hybrid*|mobiles arbeiten|mobilarbeit|mobile arbeit',
    partly: 'teilweise|zum teil|anteilig|teils|tageweise',
    maybe: 'moglich*|optional|gelegentlich*|flexibel|moglichkeit',
    yes: 'ja',
    wholly: '100|voll|vollstandig|komplett|ausschliesslich|nur|dauerhaft',
    no: 'kein|keine|keinen|nicht|ohne|nein',
    day: 'tag|tage|tagen',
    job: 'stelle|stellen|stellenanzeige|stellenangebot|stellenausschreibung|anzeige|job|jobs|jobangebot|position|inserat|vakanz|ausschreibung|bewerbung|bewerbungen|bewerbungsfrist|angebot',
    over: 'abgelaufen|besetzt|geschlossen|vergeben|deaktiviert|beendet|archiviert|inaktiv|offline|geloscht',
    noLonger: 'nicht mehr|nicht langer',
    open: 'verfugbar|aktuell|online|aktiv|vakant|offen|ausgeschrieben|moglich|entgegen|entgegengenommen|zu besetzen|angeboten|vorhanden',
    is: 'ist|sind|wurde|wurden|bereits|leider|inzwischen|schon|war',
    unless: 'bis|sobald|wenn|falls|wird|werden|sofern|noch nicht|nicht besetzt|ob|warum|wie',
    hires: 'sucht|stellt ein|sucht einen|sucht eine',
    at: 'bei|beim',
    around: 'umgebung|umland|umkreis',
    anywhere: 'weltweit|uberall|europaweit|deutschlandweit|bundesweit',
    work: 'arbeit|arbeiten|arbeitsmodell|modell|arbeitest|anstellung|festanstellung|vertrag',
  },
  fr: {
    remote: 'remote|distanciel|full remote',
    fromHome: 'teletravail|a distance|travail a domicile',
    onsite: 'sur site|en presentiel|presentiel|au bureau|sur place',
    hybrid: 'hybride|hybrides',
    partly: 'partiel|partielle|partiellement|en partie|frequent',
    maybe: 'possible|possibles|possibilite|occasionnel*|ponctuel*|flexible',
    yes: 'oui',
    wholly: '100|complet|total|totale|integral|full|exclusivement|uniquement',
    no: 'pas|sans|aucun|non',
    day: 'jour|jours',
    job: 'offre|offres|poste|emploi|annonce|candidature|candidatures|recrutement|job',
    over: 'pourvu|pourvue|expire|expiree|cloture|cloturee|clos|close|closes|fermee|terminee|archivee|desactivee|inactive|indisponible',
    noLonger: 'n est plus|n est malheureusement plus|ne sont plus|n accepte plus|n existe plus',
    open: 'disponible|disponibles|valide|ouverte|ouvert|ouvertes|en ligne|active|d actualite|a pourvoir|possible|accepte|existe|recrute',
    is: 'est|sont|a ete|ont ete|ete|deja|etait',
    unless: 'si|jusqu|quand|lorsque|des que|sera|seront|avant|une fois|pas encore|comment',
    hires: 'recrute|cherche|recherche|recrute un|recrute une',
    at: 'chez',
    around: 'environs|alentours',
    anywhere: 'monde entier|partout|partout en france|toute la france',
    work: 'travail|organisation|mode|contrat|mission|stage',
  },
  es: {
    remote: 'remoto|remota|en remoto|remote',
    fromHome: 'teletrabajo|a distancia|desde casa',
    onsite: 'presencial|presenciales|en oficina|en la oficina',
    hybrid: 'hibrido|hibrida|semi presencial|semipresencial',
    partly: 'parcial|parcialmente|mixto|mixta',
    maybe: 'posible|posibilidad|ocasional|opcional|flexible',
    yes: 'si',
    wholly: '100|total|completo|completa|totalmente|integro|solo',
    no: 'no|sin|ningun',
    day: 'dia|dias',
    job: 'oferta|ofertas|puesto|vacante|vacantes|empleo|proceso|inscripcion|inscripciones|candidaturas|plaza|anuncio|posicion',
    over: 'cerrada|cerrado|cerradas|cubierta|cubierto|caducada|caducado|expirada|expirado|finalizada|finalizado|vencida|inactiva|archivada',
    noLonger: 'ya no|ya no esta|no esta|ya no se',
    open: 'disponible|activa|activo|vigente|abierta|abierto|publicada|admite|acepta|aceptan|existe|admiten|encuentra',
    is: 'esta|estan|ha sido|han sido|fue|se ha|ha|ya|sido',
    unless: 'hasta|cuando|si|una vez|sera|antes|como',
    hires: 'busca|contrata|selecciona',
    at: '',
    around: 'alrededores|cercanias',
    anywhere: 'todo el mundo|cualquier lugar|cualquier parte',
    work: 'trabajo|modalidad|modelo|contrato|jornada|trabajaras',
  },
  it: {
    remote: 'da remoto|remoto|remote',
    fromHome: 'smart working|smartworking|lavoro agile|telelavoro|da casa',
    onsite: 'in sede|in presenza|in ufficio|presso la sede',
    hybrid: 'ibrido|ibrida|ibrid*',
    partly: 'parziale|parzialmente|in parte|alternato',
    maybe: 'possibile|possibilita|occasionale|flessibile|facoltativo',
    yes: 'si',
    wholly: '100|totale|completo|completamente|full|integrale|totalmente|esclusivamente',
    no: 'no|non|senza|nessuno',
    day: 'giorno|giorni',
    job: 'annuncio|annunci|offerta|offerte|posizione|candidatura|candidature|selezione|posto|ruolo|ricerca',
    over: 'scaduto|scaduta|scadute|chiuso|chiusa|chiuse|coperta|coperto|conclusa|conclusi|terminata|assegnata|archiviata',
    noLonger: 'non e piu|non sono piu|non accetta piu|non si accettano piu',
    open: 'disponibile|disponibili|attivo|attiva|valida|valido|aperta|aperte|online|possibile|candidature|attuale',
    is: 'e|sono|stata|stato|state|gia|risulta',
    unless: 'fino|quando|se|una volta|sara|saranno|prima|appena|come',
    hires: 'cerca|assume|ricerca|seleziona',
    at: 'presso',
    around: 'dintorni|limitrofi',
    anywhere: 'tutto il mondo|ovunque',
    work: 'lavoro|modalita|contratto|orario',
  },
  nl: {
    remote: 'op afstand|remote',
    fromHome: 'thuiswerk|thuiswerken|vanuit huis|thuis',
    onsite: 'op locatie|op kantoor|kantoor',
    hybrid: 'hybride',
    partly: 'deels|gedeeltelijk',
    maybe: 'mogelijk|mogelijkheid|soms|af en toe|flexibel|optioneel',
    yes: 'ja',
    wholly: '100|volledig|geheel|alleen|altijd',
    no: 'geen|niet|zonder|nee',
    day: 'dag|dagen',
    job: 'vacature|vacatures|functie|baan|sollicitatie|sollicitaties|solliciteren|job|positie',
    over: 'gesloten|vervuld|verlopen|ingevuld|gearchiveerd|vergeven|inactief|verwijderd',
    noLonger: 'niet meer|niet langer',
    open: 'beschikbaar|open|actief|online|mogelijk|solliciteren|actueel|vacant|bestaat',
    is: 'is|zijn|werd|al|reeds|inmiddels|helaas',
    unless: 'tot|zodra|als|wanneer|wordt|worden|voordat|nog niet|hoe',
    hires: 'zoekt|zoekt een',
    at: 'bij',
    around: 'omgeving|omstreken',
    anywhere: 'wereldwijd|overal',
    work: 'werken|werk|contract|dienstverband|werkt|aanstelling',
  },
  pl: {
    remote: 'zdaln*|remote',
    fromHome: 'z domu|home office|homeoffice',
    onsite: 'stacjonarn*|w biurze|na miejscu',
    hybrid: 'hybrydow*',
    partly: 'czesciow*',
    maybe: 'mozliwosc|mozliwa|okazjonaln*|opcjonaln*|elastyczn*',
    yes: 'tak',
    wholly: '100|calkowicie|w pelni|wylacznie|tylko',
    no: 'nie|bez|brak',
    day: 'dzien|dni|dnia',
    job: 'oferta|oferty|ogloszenie|stanowisko|rekrutacja|aplikacje|wakat',
    over: 'zakonczona|zakonczone|zakonczyla|wygasla|wygaslo|nieaktualna|nieaktualne|nieaktywna|nieaktywne|zamknieta|zamkniete|obsadzone|archiwalna|archiwalne|niedostepna|niedostepne',
    noLonger: 'juz nie|nie jest juz|nie jest|nie sa',
    open: 'dostepna|dostepne|aktualna|aktualne|aktywna|aktywne|przyjmowane|przyjmujemy|istnieje',
    is: 'jest|sa|zostala|zostalo|juz|sie|byla',
    unless: 'do|gdy|jesli|jezeli|kiedy|zostanie|bedzie|dopoki|po|jak',
    hires: 'szuka|zatrudni|poszukuje',
    at: '',
    around: 'okolice|okolicach',
    anywhere: 'caly swiat|cala polska',
    work: 'praca|pracy|model|tryb|umowa|etat|pracujesz',
  },
  pt: {
    remote: 'remoto|remota|remote',
    fromHome: 'teletrabalho|a distancia|home office|de casa',
    onsite: 'presencial|presenciais|no escritorio',
    hybrid: 'hibrido|hibrida|semi presencial|semipresencial',
    partly: 'parcial|parcialmente|misto',
    maybe: 'possivel|possibilidade|ocasional|opcional|flexivel',
    yes: 'sim',
    wholly: '100|total|completo|totalmente|integralmente|somente',
    no: 'nao|sem|nenhum',
    day: 'dia|dias',
    job: 'vaga|vagas|oferta|emprego|posicao|candidatura|candidaturas|anuncio|oportunidade|inscricoes|processo|funcao',
    over: 'encerrada|encerrado|encerradas|expirada|expirado|expirou|preenchida|preenchido|fechada|fechadas|finalizada|indisponivel|inativa',
    noLonger: 'ja nao|nao esta mais|nao mais|nao estao mais|deixou de estar|nao esta',
    open: 'disponivel|ativa|ativo|aberta|aberto|abertas|aceita|recebe|existe',
    is: 'esta|estao|foi|foram|ja|encontra|se',
    unless: 'ate|quando|se|assim que|sera|antes|uma vez|como',
    hires: 'procura|contrata|recruta',
    at: '',
    around: 'arredores|regiao',
    anywhere: 'todo o mundo|qualquer lugar',
    work: 'trabalho|regime|modelo|contrato',
  },
  cs: {
    remote: 'na dalku|remote',
    fromHome: 'prace z domova|z domova|home office|homeoffice',
    onsite: 'na pracovisti|na miste|v kancelari',
    hybrid: 'hybridni*',
    partly: 'castecne|castecny|castecna',
    maybe: 'moznost|mozny|mozna|obcas*|prilezitostn*',
    yes: 'ano',
    wholly: '100|plne|uplne|pouze',
    no: 'ne|bez|neni',
    day: 'den|dny|dni|dnu',
    job: 'pozice|pozici|nabidka|inzerat|misto|vyberove rizeni',
    over: 'obsazena|obsazeno|obsazen|ukoncena|ukonceno|uzavrena|uzavreno|neaktivni|archivovana|vyprsela',
    noLonger: 'jiz neni|uz neni|jiz nejsou|neni',
    open: 'aktualni|k dispozici|dostupna|aktivni|volna|volne|otevrena',
    is: 'je|jsou|byla|bylo|jiz|uz',
    unless: 'do|az|pokud|jakmile|bude|kdyz|dokud|jak',
    hires: 'hleda|prijme',
    at: '',
    around: 'okoli',
    anywhere: 'cely svet|odkudkoli|kdekoli',
    work: 'prace|rezim|model|uvazek',
  },
  /** Of languages of which no more is known. */
  other: {
    remote: 'etatyo|distansarbete|tavmunka|удаленн*|anywhere', fromHome: '', onsite: 'paikan paalla|pa plats', hybrid: 'hibrid*', partly: '', maybe: '', yes: '', wholly: '', no: '', day: '', job: '', over: '', noLonger: '', open: '', is: '', unless: '', hires: '', at: 'hos', around: '', anywhere: '', work: '',
  },
}; // biome-ignore format: tables

/** A pattern of any of the words, as they stand in a text of words and single spaces. */
export const anyOf = (words: string): RegExp =>
  words === ''
    ? /$^/u
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replaceAll('*', '\\p{L}*')})(?![\\p{L}\\p{N}])`, 'u');

/** The words of one kind in every language: a page may be written in another one than it says. */
export const everywhere = (kind: keyof PostingWords): string =>
  [...new Set(Object.values(postingWords).flatMap((words) => words[kind].split('|')))]
    .filter((word) => word !== '')
    .join('|');
