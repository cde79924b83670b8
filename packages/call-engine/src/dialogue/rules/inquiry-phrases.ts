import type { Language } from '@parley/language/language.ts';
import type { InquiryPhrase, Variants } from './spoken-phrase.ts';

const asking = (...ask_which: Variants): Readonly<Record<InquiryPhrase, Variants>> => ({ ask_which });

/** What is said to whoever has a question and has not asked it yet. */
export const inquiryPhrases: Readonly<Record<Language, Readonly<Record<InquiryPhrase, Variants>>>> = {
  EN: asking('What would you like to know?', 'Of course, what is your question?', 'Please go ahead and ask.'),
  DE: asking('Was möchten Sie wissen?', 'Gerne, wie lautet Ihre Frage?'),
  FR: asking('Que souhaitez-vous savoir ?', 'Bien sûr, quelle est votre question ?'),
  ES: asking('¿Qué le gustaría saber?', 'Claro, ¿cuál es su pregunta?'),
  PT: asking('O que gostaria de saber?', 'Claro, qual é a sua pergunta?'),
  IT: asking('Che cosa vorrebbe sapere?', 'Certo, qual è la sua domanda?'),
  NL: asking('Wat wilt u graag weten?', 'Natuurlijk, wat is uw vraag?'),
  PL: asking('Co chcieliby Państwo wiedzieć?', 'Oczywiście, jakie to pytanie?'),
  CS: asking('Co byste chtěli vědět?', 'Jistě, jaká je vaše otázka?'),
  SK: asking('Čo by ste chceli vedieť?', 'Iste, aká je vaša otázka?'),
  HU: asking('Mit szeretne tudni?', 'Természetesen, mi a kérdése?'),
  RO: asking('Ce ați dori să știți?', 'Desigur, care este întrebarea dumneavoastră?'),
  BG: asking('Какво бихте искали да знаете?', 'Разбира се, какъв е въпросът ви?'),
  HR: asking('Što biste željeli znati?', 'Naravno, kako glasi vaše pitanje?'),
  SL: asking('Kaj bi radi izvedeli?', 'Seveda, kakšno je vaše vprašanje?'),
  SR: asking('Шта бисте желели да знате?', 'Наравно, како гласи ваше питање?'),
  UK: asking('Що ви хотіли б дізнатися?', 'Звичайно, яке ваше запитання?'),
  RU: asking('Что бы вы хотели узнать?', 'Конечно, какой у вас вопрос?'),
  EL: asking('Τι θα θέλατε να μάθετε;', 'Βεβαίως, ποια είναι η ερώτησή σας;'),
  TR: asking('Ne öğrenmek istersiniz?', 'Tabii, sorunuz nedir?'),
  SV: asking('Vad vill du veta?', 'Självklart, vad är din fråga?'),
  DA: asking('Hvad vil du gerne vide?', 'Selvfølgelig, hvad er dit spørgsmål?'),
  NO: asking('Hva vil du gjerne vite?', 'Selvfølgelig, hva er spørsmålet ditt?'),
  FI: asking('Mitä haluaisitte tietää?', 'Totta kai, mikä on kysymyksenne?'),
  ET: asking('Mida te teada sooviksite?', 'Muidugi, mis on teie küsimus?'),
  LV: asking('Ko jūs vēlētos uzzināt?', 'Protams, kāds ir jūsu jautājums?'),
  LT: asking('Ką norėtumėte sužinoti?', 'Žinoma, koks jūsų klausimas?'),
  AR: asking('ماذا تود أن تعرف؟', 'بالطبع، ما هو سؤالك؟'),
  HE: asking('מה היית רוצה לדעת?', 'בוודאי, מה השאלה?'),
  JA: asking('どのようなことをお知りになりたいですか？', 'もちろんです。ご質問は何でしょうか？'),
  ZH: asking('您想了解什么？', '好的，您的问题是什么？'),
  KO: asking('무엇이 궁금하신가요?', '네, 어떤 질문이신가요?'),
};
