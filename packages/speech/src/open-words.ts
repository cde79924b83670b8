/**
 * Words after which nobody has finished: conjunctions, prepositions, articles, and sounds of thinking, by language.
 * Without spaces in a language they are looked for at the very end. Only what hardly ever ends a sentence is here.
 */
export const openWords: Readonly<Record<string, string>> = {
  en: 'and or but because so if when while although that which who with without for from to of in on at by about the a an my your our their is are was were um uh er erm hmm well like i we they he she it’s i’m',
  de: 'und oder aber weil dass wenn ob denn sondern mit ohne für von zu bei in im an am auf aus nach über unter der die das den dem ein eine einen einem mein meine ist sind war äh ähm hm also ich wir',
  fr: 'et ou mais parce que qui car donc si quand avec sans pour de du des dans sur à au aux le la les un une mon ma mes est sont euh hum ben je nous il elle',
  es: 'y e o u pero porque que si cuando con sin para por de del en a al el la los las un una mi mis es son eh este pues yo',
  pt: 'e ou mas porque que se quando com sem para por de do da dos das em no na a o os as um uma meu minha é são hã hum então eu',
  it: 'e ed o ma perché che se quando con senza per di del della da in nel nella a al alla il lo la i gli le un una mio mia è sono ehm allora io',
  nl: 'en of maar omdat dat als want met zonder voor van naar in op aan bij de het een mijn is zijn eh uhm dus ik we wij',
  pl: 'i oraz lub albo ale bo ponieważ że jeśli gdy kiedy z ze bez dla od do w we na o po przy mój moja jest są yyy eee no więc ja',
  cs: 'a i nebo ale protože že když jestli pokud s se bez pro od do v ve na o po při můj moje je jsou ehm hm tak já',
  sk: 'a aj alebo ale pretože že keď ak či s so bez pre od do v vo na o po pri môj moja je sú ehm hm tak ja',
  hu: 'és vagy de mert hogy ha amikor aki ami a az egy nélkül szóval tehát öö ööö hm én meg illetve',
  ro: 'și sau dar pentru că dacă când cu fără de din la în pe un o al a este sunt ăă îî deci eu',
  bg: 'и или но защото че ако когато с със без за от до в във на по при моят моята е са ъъ ъм ами аз',
  hr: 'i ili ali jer da ako kad kada s sa bez za od do u na o po pri moj moja je su ovaj hm pa ja',
  sl: 'in ali ampak ker da če ko s z brez za od do v na o po pri moj moja je so hm torej jaz',
  sr: 'и или али јер да ако кад када с са без за од до у на о по при мој моја је су овај хм па ја i ili ali jer da ako kad kada s sa bez za od do u na o po pri moj moja je su ovaj hm pa ja',
  uk: 'і й та або але бо тому що якщо коли з із без для від до в у на про по при мій моя е ем ну я',
  ru: 'и или но потому что если когда с со без для от до в во на о об по при мой моя э эм ну я',
  el: 'και ή αλλά γιατί επειδή ότι πως αν όταν με χωρίς για από σε στο στη στην στον ο η το οι τα ένα μια είναι εε λοιπόν εγώ',
  tr: 've veya ya ama fakat çünkü ki eğer ile için gibi kadar bir benim ııı eee şey yani ben',
  sv: 'och eller men eftersom att om när med utan för från till i på av vid en ett den det min är öh eh hm alltså jag',
  da: 'og eller men fordi at hvis når med uden for fra til i på af ved en et den det min er øh hm altså jeg',
  no: 'og eller men fordi at hvis når med uten for fra til i på av ved en et den det min er eh øh hm altså jeg',
  fi: 'ja tai mutta koska että jos kun kanssa ilman sekä vai öö ööm niinku siis minä minun on',
  et: 'ja või aga sest et kui koos ilma ning kas öö ee noh siis mina minu on',
  lv: 'un vai bet jo ka ja kad ar bez par no uz pie mans mana ir ēē nu es',
  lt: 'ir ar arba bet nes kad jei kai su be dėl iš į ant prie mano yra ee na aš',
  ar: 'و أو لكن لأن أن إذا عندما مع بدون من إلى في على عن يعني اه أنا ثم',
  he: 'ו או אבל כי ש אם כאשר עם בלי של מ ל ב על את אה אממ אז אני',
  ja: 'は が を に で と も の から けど ので て えーと えっと あの その まあ なんか',
  zh: '和 跟 但是 可是 因为 所以 如果 然后 还有 的话 在 把 被 对 给 嗯 呃 那个 这个 就是',
  ko: '그리고 그런데 하지만 왜냐하면 그래서 만약 또는 은 는 이 가 을 를 에서 와 과 하고 음 어 그 저',
};

/** Sounds by which people show that they listen; they ask for no turn. */
const HUMS =
  /^(?:m+[\s-]?h*m*|h+m+|u+h[\s-]?h?u+h|a+h+a*|o+h+|aha|e+h+|м+|у?гу|ага|мгм|хм+|μ+|αχά|همم*|امم*|אה+|אהא|מ+|うん|ええ|へえ|ふーん|嗯+|哦+|啊+|음+|아+|으응)$/iu;

/** Words of assent, by language: while something else is still being said they, too, only show that one listens. */
const assents: Readonly<Record<string, string>> = {
  en: 'yes yeah yep ok okay right sure alright',
  de: 'ja jo okay ok genau gut klar richtig',
  fr: 'oui ouais ok okay bien entendu',
  es: 'sí si vale ok okay claro bien',
  pt: 'sim ok okay certo claro tá',
  it: 'sì si ok okay certo bene va',
  nl: 'ja ok oké okay goed precies',
  pl: 'tak ok okej dobrze jasne no',
  cs: 'ano jo ok dobře jasně',
  sk: 'áno hej ok dobre jasné',
  hu: 'igen ok oké jó persze ja',
  ro: 'da ok okay bine sigur',
  bg: 'да ок окей добре ясно',
  hr: 'da ok okej dobro jasno',
  sl: 'da ja ok okej dobro jasno',
  sr: 'да ок океј добро јасно da ok okej dobro jasno',
  uk: 'так ок окей добре ясно',
  ru: 'да ок окей хорошо ясно понятно',
  el: 'ναι οκ οκέι εντάξει καλά',
  tr: 'evet tamam ok okey peki',
  sv: 'ja ok okej precis bra',
  da: 'ja ok okay fint præcis',
  no: 'ja ok okei fint bra',
  fi: 'joo kyllä ok okei selvä niin',
  et: 'jah ok okei selge hästi',
  lv: 'jā ok labi skaidrs',
  lt: 'taip ok gerai aišku',
  ar: 'نعم أيوه طيب حسنا تمام',
  he: 'כן אוקיי בסדר טוב',
  ja: 'はい ええ うん そうですか なるほど',
  zh: '对 好 好的 是 是的 行',
  ko: '네 예 응 그래요 알겠습니다',
};

/** The letters and digits of it in words, lower case. */
export const spokenWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("'", '’')
    .split(/[^\p{L}\p{M}\p{N}’-]+/u)
    .filter((word) => word !== '');

/** All of it is sounds of listening. */
export const isHum = (text: string): boolean => {
  const words = spokenWords(text);
  return words.length > 0 && (words.every((word) => HUMS.test(word)) || HUMS.test(words.join(' ')));
};

/** All of it is assent, or sounds of listening. */
export function isAssent(text: string, language: string): boolean {
  const words = spokenWords(text);
  const known = assents[language]?.split(' ') ?? [];
  return words.length > 0 && words.every((word) => known.includes(word) || HUMS.test(word));
}
