import type { CueTable } from './cue-table.ts';

/** Germanic and Romance languages of Western and Southern Europe. */
export const westernCues = {
  DE: {
    yes: 'ja|jo|jawohl|klar|na klar|natürlich|sicher|genau|stimmt|richtig|gerne|gern|auf jeden Fall|selbstverständlich|in Ordnung|okay|passt|warum nicht|kein Problem|ich glaube schon|ich denke schon|doch|freilich|das ist richtig|mhm|definitiv|na gut|von mir aus|nicht schlecht',
    no: 'nein|nee|nö|ne|nicht|auf keinen Fall|keinesfalls|eher nicht|ich glaube nicht|leider nicht|leider nein|niemals|nie|noch nicht|kein|keine|keinen|lieber nicht|nicht wirklich|überhaupt nicht|gar nicht',
    noThanks: 'nein danke|danke nein|nein danke schön',
    person:
      'mit einem Menschen|mit einem echten Menschen|mit einem richtigen Menschen|mit einer echten Person|mit einer Person sprechen|mit einem Mitarbeiter|mit einer Mitarbeiterin|mit jemandem sprechen|mit jemand anderem sprechen|jemanden sprechen|echten Menschen|richtigen Menschen|verbinden Sie mich|können Sie mich … verbinden|stellen Sie mich … durch|durchstellen|nicht mit einer Maschine|nicht mit einem Roboter|einen Kollegen sprechen|Ihren Chef sprechen',
    stop: 'rufen Sie mich nicht mehr an|rufen Sie nicht mehr an|rufen Sie nie wieder an|rufen Sie mich nie wieder an|nie wieder anrufen|nicht mehr anrufen|hören Sie auf anzurufen|hören Sie auf mich anzurufen|löschen Sie meine Nummer|löschen Sie meine Daten|meine Nummer löschen|meine Daten löschen|streichen Sie mich|von Ihrer Liste|keine Anrufe mehr|lassen Sie mich in Ruhe|ruf mich nicht mehr an|nicht mehr angerufen werden',
    notInterested:
      'kein Interesse|keine Interesse|nicht interessiert|interessiert mich nicht|habe schon einen Job|habe bereits einen Job|brauche ich nicht|brauchen wir nicht|nein danke kein Bedarf|kein Bedarf|ich kaufe nichts',
    later:
      'rufen Sie … später an|rufen Sie mich … zurück|rufen Sie mich … an|rufen Sie … morgen an|rufen Sie … wieder an|später anrufen|später zurückrufen|später nochmal|zurückrufen|morgen anrufen|ein andermal|ein anderes Mal|passt gerade nicht|passt mir gerade nicht|gerade schlecht|ist gerade ungünstig|ungünstig gerade|keine Zeit|ich fahre gerade|bin gerade am Fahren|bin gerade im Auto|bin gerade in einer Besprechung|bin in einem Meeting|bin gerade unterwegs|bin gerade bei der Arbeit|nicht jetzt|jetzt nicht|im Moment nicht|schlechter Zeitpunkt|melden Sie sich … wieder|ruf … später an|ruf mich morgen an',
    goodbye:
      'tschüss|tschüs|auf Wiedersehen|auf Wiederhören|servus|ciao|schönen Tag noch|bis dann|baba|ade|ich lege jetzt auf|pfiat di',
    repeat:
      'wie bitte|noch einmal bitte|nochmal bitte|können Sie das wiederholen|können Sie das noch einmal|können Sie das nochmal|wiederholen Sie|bitte wiederholen|was haben Sie gesagt|ich habe Sie nicht verstanden|nicht verstanden|akustisch nicht verstanden|ich höre Sie schlecht|was war die Frage',
    wrongPerson:
      'falsche Nummer|falsch verbunden|verwählt|falsche Person|wohnt hier nicht|wohnt nicht mehr hier|arbeitet nicht mehr hier|kenne ich nicht den',
    voicemail:
      'nach dem Signalton|nach dem Ton|nach dem Piep|hinterlassen Sie|Mailbox|Anrufbeantworter|nicht erreichbar|sprechen Sie … nach dem',
    open: 'was|wer|wen|wem|wo|woher|wohin|warum|wieso|wie|welche|welcher|welches|welchen|welchem|womit|wofür|worauf|erzählen Sie|beschreiben Sie|nennen Sie',
    number:
      'wie viel|wie viele|wieviel|wieviele|wie lange|wie alt|Gehaltsvorstellung|Gehaltsvorstellungen|wie hoch',
    date: 'wann|ab wann|an welchem Tag|welches Datum|Eintrittsdatum|zu welchem Termin',
  },
  NL: {
    yes: 'ja|jawel|jazeker|zeker|natuurlijk|klopt|dat klopt|prima|goed|oké|graag|ja hoor|absoluut|uiteraard|geen probleem|waarom niet|ik denk het wel|precies|inderdaad|jep|best',
    no: 'nee|neen|niet|nooit|nog niet|liever niet|ik denk het niet|absoluut niet|zeker niet|helaas niet|geen|niet echt|nee hoor|helemaal niet',
    noThanks: 'nee bedankt|nee dank u|nee dank je',
    person:
      'een echt persoon|echte persoon|een mens spreken|met een mens|echt mens|met iemand spreken|iemand spreken|medewerker spreken|een medewerker|met een persoon|verbind me door|verbind mij door|doorverbinden|kunt u mij doorverbinden|niet met een robot|niet met een computer',
    stop: 'bel me … nooit meer|bel mij … nooit meer|bel me … niet meer|bel me niet meer|bel mij niet meer|bel niet meer|bel me nooit meer|nooit meer bellen|niet meer bellen|stop met bellen|haal me van|haal mij van|verwijder mijn nummer|verwijder mijn gegevens|schrap me|laat me met rust|bel-me-niet|niet meer gebeld worden|niet meer gebeld',
    notInterested:
      'geen interesse|niet geïnteresseerd|heb al een baan|niet nodig|geen behoefte|interesseert me niet|geen belangstelling',
    later:
      'kunt u mij … bellen|kunt u me … bellen|kun je me … bellen|bel me later|bel later|bel me morgen|bel morgen|bel me … terug|later terugbellen|terugbellen|kunt u … terugbellen|een andere keer|komt nu niet uit|komt niet uit|geen tijd|nu niet|niet nu|ik zit in de auto|ik ben aan het rijden|ik zit in een vergadering|slecht moment|ik ben aan het werk',
    goodbye: 'doei|dag|tot ziens|doeg|fijne dag|prettige dag|tot later|ik hang op|houdoe',
    repeat:
      'wat zegt u|wat zei u|kunt u dat herhalen|nog een keer|nog eens|herhalen|pardon|ik versta u niet|ik heb u niet verstaan|niet verstaan|sorry wat',
    wrongPerson: 'verkeerd nummer|verkeerd verbonden|verkeerde persoon|woont hier niet|werkt hier niet meer',
    voicemail:
      'na de toon|na de piep|spreek een bericht in|laat een bericht achter|voicemail|niet bereikbaar|laat een boodschap achter',
    open: 'wat|wie|waar|waarom|hoe|welk|welke|waarmee|waarvoor|waarom|vertel|beschrijf|noem',
    number: 'hoeveel|hoe lang|hoelang|hoe oud|salarisverwachting|salariswens',
    date: 'wanneer|vanaf wanneer|welke datum|welke dag|startdatum',
  },
  FR: {
    yes: "oui|ouais|ouaip|si|bien sûr|d'accord|tout à fait|absolument|exactement|exact|c'est ça|c'est exact|certainement|volontiers|avec plaisir|pas de problème|pourquoi pas|je pense que oui|je crois que oui|évidemment|sans problème|effectivement|ok|carrément|bien entendu|pas de souci|voilà",
    no: 'non|pas du tout|pas vraiment|jamais|absolument pas|bien sûr que non|je ne crois pas|je ne pense pas|pas encore|malheureusement pas|surtout pas|certainement pas|aucun|aucune|je préfère pas|pas|nan',
    noThanks: 'non merci|merci non|non merci beaucoup',
    person:
      "parler à quelqu'un|parler avec quelqu'un|parler à une personne|parler à un humain|parler à une vraie personne|avec une vraie personne|vraie personne|avec un humain|un être humain|un conseiller|un responsable|passez-moi quelqu'un|passez-moi|transférez-moi|mettez-moi en relation|pas à un robot|pas avec un robot|pas à une machine|parler à un conseiller|un opérateur",
    stop: "ne m'appelez plus|ne me rappelez plus|n'appelez plus|arrêtez de m'appeler|arrêtez d'appeler|plus m'appeler|plus jamais m'appeler|retirez-moi|enlevez-moi|supprimez mon numéro|supprimez mes données|effacez mon numéro|de votre liste|laissez-moi tranquille|ne plus être appelé|ne plus être appelée|ne plus être contacté|rayez-moi",
    notInterested:
      "pas intéressé|pas intéressée|ça ne m'intéresse pas|cela ne m'intéresse pas|m'intéresse pas|aucun intérêt|j'ai déjà un travail|j'ai déjà trouvé|pas besoin|je n'ai besoin de rien",
    later:
      "rappelez-moi|rappelez … plus tard|rappeler plus tard|me rappeler|pouvez-vous rappeler|pouvez-vous me rappeler|une autre fois|pas le bon moment|pas maintenant|mauvais moment|je suis en réunion|je conduis|je suis au volant|je suis au travail|je n'ai pas le temps|pas le temps|je suis occupé|je suis occupée|appelez-moi demain|appelez-moi plus tard|appelez plus tard|un autre moment",
    goodbye:
      'au revoir|bonne journée|bonne soirée|salut|à bientôt|à plus|adieu|ciao|bonne continuation|je raccroche',
    repeat:
      "pardon|vous pouvez répéter|pouvez-vous répéter|répétez|répéter s'il vous plaît|comment|je n'ai pas compris|j'ai pas compris|je n'ai pas entendu|je vous entends mal|qu'est-ce que vous avez dit|vous dites|encore une fois|plaît-il",
    wrongPerson:
      "mauvais numéro|faux numéro|vous vous trompez|trompé de numéro|erreur de numéro|mauvaise personne|n'habite pas ici|n'habite plus ici|ne travaille plus ici|pas la bonne personne",
    voicemail:
      "après le bip|après le signal|laissez un message|laisser un message|laissez-moi un message|messagerie|répondeur|boîte vocale|n'est pas disponible",
    open: "que|quoi|quel|quelle|quels|quelles|qui|où|pourquoi|comment|qu'est-ce que|qu'est-ce qui|lequel|laquelle|parlez-moi|décrivez|racontez|qu'avez-vous",
    number: 'combien|quel âge|quel salaire|prétentions salariales|quel est votre salaire|depuis combien',
    date: 'quand|à partir de quand|quelle date|quel jour|à quelle date',
  },
  ES: {
    yes: 'sí|claro|claro que sí|por supuesto|desde luego|vale|de acuerdo|exacto|exactamente|correcto|así es|cierto|efectivamente|sin problema|no hay problema|por qué no|creo que sí|cómo no|okay|bueno|perfecto|con gusto|está bien|ajá|seguro',
    no: 'no|nunca|jamás|para nada|en absoluto|claro que no|por supuesto que no|creo que no|todavía no|aún no|tampoco|de ninguna manera|qué va|prefiero no|mejor no|ninguno|ninguna|nada',
    noThanks: 'no gracias|gracias no|no muchas gracias',
    person:
      'hablar con una persona|hablar con un humano|hablar con alguien|persona real|persona de verdad|ser humano|con un agente|con un operador|un operador|un representante|con un asesor|con el encargado|páseme con|pásame con|póngame con|comuníqueme con|transfiérame|no con un robot|no con una máquina|con una máquina no|atención al cliente',
    stop: 'no me llame nunca más|no me llamen nunca más|nunca más me llamen|no me llame más|no me llamen más|no me llames más|no llame más|no llamen más|no me vuelva a llamar|no me vuelvan a llamar|no vuelva a llamar|no vuelvan a llamar|deje de llamar|dejen de llamar|deje de llamarme|dejen de llamarme|deja de llamarme|bórreme|borren mi número|borre mi número|elimine mi número|eliminen mis datos|borre mis datos|quíteme de|quítenme de|sáqueme de|sáquenme de|déjeme en paz|déjenme en paz|nunca más me llame|no quiero que me llamen',
    notInterested:
      'no me interesa|no estoy interesado|no estoy interesada|no tengo interés|ya tengo trabajo|ya encontré trabajo|no necesito nada|no nos interesa',
    later:
      'llámeme … más tarde|llámeme mañana|llámeme luego|llámeme después|llame más tarde|llame mañana|llámame mañana|llámame más tarde|llámame luego|puede llamarme|puede llamar|podría llamarme|podría llamar|me puede llamar|vuelva a llamar más tarde|vuelva a llamarme mañana|en otro momento|otro momento|otro día|ahora no puedo|ahora no|no es buen momento|mal momento|estoy conduciendo|estoy manejando|estoy en una reunión|estoy trabajando|no tengo tiempo|estoy ocupado|estoy ocupada',
    goodbye:
      'adiós|hasta luego|hasta pronto|hasta mañana|chao|chau|que tenga un buen día|buen día|nos vemos|voy a colgar|hasta la vista',
    repeat:
      'cómo dice|cómo dijo|cómo|perdón|puede repetir|puede repetirlo|podría repetir|repita|me lo repite|otra vez por favor|no le entiendo|no le entendí|no entendí|no le oigo|no le escucho|qué dijo|qué ha dicho|mande',
    wrongPerson:
      'número equivocado|se equivoca|se ha equivocado|se equivocó|persona equivocada|no vive aquí|ya no vive aquí|ya no trabaja aquí|está equivocado',
    voicemail:
      'después del tono|después de la señal|deje un mensaje|deje su mensaje|buzón de voz|contestador|no está disponible|tras la señal|tras el tono',
    open: 'qué|quién|quiénes|dónde|por qué|cómo|cuál|cuáles|cuénteme|describa|dígame|háblame|hábleme',
    number:
      'cuánto|cuántos|cuánta|cuántas|qué edad|qué salario|expectativa salarial|pretensión salarial|qué sueldo',
    date: 'cuándo|qué fecha|qué día|a partir de cuándo|desde cuándo|en qué fecha',
  },
  PT: {
    yes: 'sim|claro|claro que sim|com certeza|certo|isso|isso mesmo|exato|exatamente|pois|pois é|está bem|tá bom|tudo bem|pode ser|sem problema|não há problema|por que não|porque não|acho que sim|creio que sim|óbvio|evidente|correto|ok|tenho sim|de acordo|com prazer',
    no: 'não|nunca|jamais|de jeito nenhum|de maneira nenhuma|claro que não|acho que não|ainda não|nem pensar|prefiro não|nada|infelizmente não|nenhum|nenhuma',
    noThanks: 'não obrigado|não obrigada|obrigado não',
    person:
      'falar com uma pessoa|falar com um humano|falar com alguém|pessoa real|pessoa de verdade|ser humano|um atendente|com um atendente|um operador|com um responsável|falar com um responsável|me transfere|me transfira|transfira-me|passe-me|me passa para|me passe para|não com um robô|não com uma máquina|ligue-me a uma pessoa',
    stop: 'não me ligue mais|não me liguem mais|não ligue mais|não liguem mais|nunca mais me ligue|nunca mais ligue|pare de me ligar|parem de me ligar|pare de ligar|parem de ligar|pára de ligar|retire o meu número|retire meu número|remova o meu número|remova meu número|apague o meu número|apague meu número|apague os meus dados|tire-me da lista|me tire da lista|me tira da lista|da sua lista|deixe-me em paz|me deixe em paz|não volte a ligar|não voltem a ligar',
    notInterested:
      'não tenho interesse|não estou interessado|não estou interessada|não me interessa|já tenho emprego|já tenho trabalho|não preciso de nada|não quero nada|sem interesse',
    later:
      'ligue mais tarde|me ligue mais tarde|ligue-me mais tarde|ligue amanhã|me ligue amanhã|ligue-me amanhã|me liga amanhã|me liga depois|me liga mais tarde|pode ligar|pode me ligar|pode ligar-me|outra hora|outra altura|outro momento|agora não|agora não posso|não posso falar|não é boa hora|má altura|estou dirigindo|estou a conduzir|estou numa reunião|estou em reunião|estou no trabalho|não tenho tempo|sem tempo|estou ocupado|estou ocupada',
    goodbye:
      'tchau|adeus|até logo|até mais|até breve|bom dia para você|tenha um bom dia|até amanhã|vou desligar',
    repeat:
      'como disse|como é|desculpe não percebi|não percebi|não entendi|não ouvi|pode repetir|poderia repetir|repita|repete|o que disse|o que você disse|de novo por favor|mais uma vez|não estou ouvindo|não consigo ouvir',
    wrongPerson:
      'número errado|ligou errado|foi engano|é engano|pessoa errada|não mora aqui|não mora mais aqui|não trabalha mais aqui|enganou-se',
    voicemail:
      'após o sinal|depois do sinal|após o bipe|deixe sua mensagem|deixe a sua mensagem|deixe uma mensagem|caixa postal|correio de voz|não está disponível|caixa de correio',
    open: 'o que|que|quem|onde|por que|porquê|porque|como|qual|quais|conte-me|me conte|descreva|fale',
    number: 'quanto|quantos|quanta|quantas|que idade|pretensão salarial|qual o salário|há quanto',
    date: 'quando|que data|que dia|a partir de quando|qual a data|em que data',
  },
  IT: {
    yes: "sì|certo|certamente|certo che sì|esatto|esattamente|giusto|va bene|d'accordo|ok|volentieri|assolutamente sì|naturalmente|ovviamente|perché no|nessun problema|non c'è problema|penso di sì|credo di sì|come no|corretto|senz'altro|proprio così|sicuro|con piacere",
    no: 'no|assolutamente no|mai|per niente|per nulla|affatto|certo che no|penso di no|credo di no|non ancora|non proprio|purtroppo no|preferisco di no|non|nessuno|nessuna|niente|macché',
    noThanks: 'no grazie|grazie no',
    person:
      'parlare con una persona|parlare con un umano|parlare con qualcuno|persona vera|persona reale|essere umano|un operatore|con un operatore|un responsabile|con un responsabile|mi passi|passatemi|mi metta in contatto|mi trasferisca|non con un robot|non con una macchina|parlare con un addetto',
    stop: 'non mi chiami mai più|non mi chiamate mai più|non chiamatemi mai più|non mi chiami più|non mi chiamate più|non chiamatemi più|non chiami più|non chiamate più|non richiamate|non mi richiami|smettetela di chiamare|smettetela di chiamarmi|smetta di chiamare|smetta di chiamarmi|basta chiamare|basta chiamate|mi tolga dalla|toglietemi dalla|mi cancelli|cancellate il mio numero|cancelli il mio numero|cancelli i miei dati|dalla vostra lista|lasciatemi in pace|mi lasci in pace|mai più chiamare',
    notInterested:
      'non mi interessa|non sono interessato|non sono interessata|non ho interesse|nessun interesse|ho già un lavoro|ho già trovato lavoro|non ho bisogno|non ci interessa',
    later:
      "può chiamarmi|può chiamare|mi può chiamare|mi richiami|richiamatemi|mi richiama|può richiamare|può richiamarmi|richiami più tardi|mi chiami domani|mi chiami più tardi|chiami più tardi|un'altra volta|un altro momento|in un altro momento|non è il momento|adesso non posso|ora non posso|non adesso|non ora|sto guidando|sono alla guida|sono in riunione|sono al lavoro|non ho tempo|sono occupato|sono occupata|brutto momento",
    goodbye:
      'arrivederci|ciao|addio|buona giornata|buonasera arrivederci|a presto|ci sentiamo|riattacco|alla prossima|salve arrivederci',
    repeat:
      "come scusi|come|scusi|scusi non ho capito|può ripetere|potrebbe ripetere|ripeta|mi ripete|non ho capito|non ho sentito|non la sento|cosa ha detto|come ha detto|un'altra volta per favore|prego",
    wrongPerson:
      'numero sbagliato|ha sbagliato numero|ha sbagliato|persona sbagliata|non abita qui|non abita più qui|non lavora più qui|si sbaglia',
    voicemail:
      'dopo il segnale|dopo il bip|dopo il tono|lasciate un messaggio|lasciare un messaggio|lascia un messaggio|segreteria telefonica|segreteria|non è raggiungibile|non raggiungibile',
    open: 'cosa|che cosa|che|chi|dove|perché|come|quale|quali|qual|mi parli|descriva|mi racconti',
    number: 'quanto|quanti|quanta|quante|che età|quale stipendio|aspettative salariali|da quanto',
    date: 'quando|che data|che giorno|da quando|in che data|quale data',
  },
  RO: {
    yes: 'da|sigur|desigur|bineînțeles|bine|exact|corect|așa e|așa este|cu plăcere|normal|evident|de acord|în regulă|nicio problemă|de ce nu|cred că da|sigur că da|ok|absolut|firește',
    no: 'nu|nu prea|niciodată|deloc|nicidecum|în niciun caz|sigur că nu|cred că nu|nu cred|nu încă|încă nu|din păcate nu|prefer să nu|ba nu|nimic|absolut deloc',
    noThanks: 'nu mulțumesc|mulțumesc nu',
    person:
      'să vorbesc cu o persoană|să vorbesc cu un om|să vorbesc cu cineva|vorbi cu o persoană|vorbi cu cineva|persoană reală|om real|un operator|cu un operator|un coleg|dați-mi pe cineva|faceți-mi legătura|transferați-mă|puneți-mă în legătură|nu cu un robot|ființă umană',
    stop: 'scoateți-mă de pe listă|scoateți-mă din listă|nu mă mai sunați|nu mă mai suna|nu mai sunați|nu mai suna|nu mă sunați|încetați să mă sunați|încetați să sunați|ștergeți-mi numărul|ștergeți numărul|ștergeți datele|scoateți-mă|lăsați-mă în pace|nu mă mai contactați|să nu mă mai sunați',
    notInterested:
      'nu mă interesează|nu sunt interesat|nu sunt interesată|nu am interes|am deja un loc de muncă|mi-am găsit|nu am nevoie|nu ne interesează',
    later:
      'sunați-mă mai târziu|sunați mai târziu|sunați mâine|sunați-mă mâine|sunați-mă|puteți suna|puteți să mă sunați|mă puteți suna|reveniți|altă dată|nu acum|acum nu pot|nu pot vorbi|nu e un moment bun|sunt la volan|conduc acum|sunt în ședință|sunt la muncă|nu am timp|sunt ocupat|sunt ocupată',
    goodbye: 'la revedere|pa|o zi bună|pe curând|ne auzim|toate cele bune|închid',
    repeat:
      'poftim|poftiți|cum|puteți repeta|repetați|mai spuneți o dată|încă o dată|nu am înțeles|n-am înțeles|nu am auzit|n-am auzit|nu vă aud|ce ați spus|ce ați zis',
    wrongPerson:
      'număr greșit|ați greșit numărul|ați greșit|persoana greșită|nu locuiește aici|nu mai locuiește aici|nu mai lucrează aici',
    voicemail:
      'după semnal|după bip|după ton|lăsați un mesaj|mesagerie vocală|căsuța vocală|nu este disponibil|mesageria vocală',
    open: 'ce|cine|unde|de ce|cum|care|povestiți|descrieți|spuneți-mi',
    number: 'cât|câți|câte|câtă|ce vârstă|ce salariu|așteptări salariale|de cât timp',
    date: 'când|de când|ce dată|ce zi|în ce dată|din ce dată',
  },
} as const satisfies Record<string, CueTable>;
