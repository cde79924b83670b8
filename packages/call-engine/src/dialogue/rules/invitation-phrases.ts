import type { Language } from '@parley/language/language.ts';
import type { InvitationPhrase, Variants } from './spoken-phrase.ts';

type InvitationPhrases = Readonly<Record<InvitationPhrase, Variants>>;

const inviting = (
  ask_return_time: string,
  confirm_return: string,
  confirm_return_open: string,
): InvitationPhrases => ({
  ask_return_time: [ask_return_time],
  confirm_return: [confirm_return],
  confirm_return_open: [confirm_return_open],
});

/** To somebody in the browser who wants to go on another time: nobody calls them, they come back with their link. */
export const invitationPhrases: Readonly<Record<Language, InvitationPhrases>> = {
  EN: inviting(
    'When would suit you better?',
    'All right, your link will work again {time}.',
    'No problem, you can come back with your link another time.',
  ),
  DE: inviting(
    'Wann würde es Ihnen besser passen?',
    'Gern. Ab diesem Zeitpunkt funktioniert Ihr Link wieder: {time}.',
    'Kein Problem, Sie können mit Ihrem Link ein andermal wiederkommen.',
  ),
  FR: inviting(
    'Quel moment vous conviendrait mieux ?',
    "D'accord. Votre lien fonctionnera de nouveau à partir de ce moment : {time}.",
    'Pas de problème, vous pourrez revenir plus tard avec votre lien.',
  ),
  ES: inviting(
    '¿Qué momento le vendría mejor?',
    'De acuerdo. Su enlace volverá a funcionar a partir de este momento: {time}.',
    'No hay problema, puede volver más tarde con su enlace.',
  ),
  PT: inviting(
    'Que momento lhe conviria mais?',
    'Está bem. A sua ligação volta a funcionar a partir deste momento: {time}.',
    'Não há problema, pode voltar mais tarde com a sua ligação.',
  ),
  IT: inviting(
    'Quale momento le andrebbe meglio?',
    'Va bene. Il suo link funzionerà di nuovo da questo momento: {time}.',
    'Nessun problema, può tornare più tardi con il suo link.',
  ),
  NL: inviting(
    'Wanneer zou het u beter uitkomen?',
    'Goed. Uw link werkt weer vanaf dit moment: {time}.',
    'Geen probleem, u kunt later terugkomen met uw link.',
  ),
  PL: inviting(
    'Jaki termin byłby wygodniejszy?',
    'Dobrze. Link zadziała ponownie od tego czasu: {time}.',
    'Nie ma problemu, można wrócić później, korzystając z tego samego linku.',
  ),
  CS: inviting(
    'Kdy by se vám to hodilo lépe?',
    'Dobře. Váš odkaz bude znovu fungovat od této doby: {time}.',
    'Nevadí, se svým odkazem se můžete vrátit později.',
  ),
  SK: inviting(
    'Kedy by sa vám to hodilo viac?',
    'Dobre. Váš odkaz bude opäť fungovať od tohto času: {time}.',
    'Nevadí, so svojím odkazom sa môžete vrátiť neskôr.',
  ),
  HU: inviting(
    'Mikor lenne alkalmasabb?',
    'Rendben. A linkje ettől az időponttól újra működik: {time}.',
    'Semmi gond, a linkjével később is visszatérhet.',
  ),
  RO: inviting(
    'Când v-ar conveni mai bine?',
    'În regulă. Linkul dumneavoastră va funcționa din nou de atunci: {time}.',
    'Nicio problemă, puteți reveni mai târziu cu linkul dumneavoastră.',
  ),
  BG: inviting(
    'Кога би ви било по-удобно?',
    'Добре. Връзката ви ще работи отново от този момент: {time}.',
    'Няма проблем, можете да се върнете по-късно с вашата връзка.',
  ),
  HR: inviting(
    'Kada bi vam bolje odgovaralo?',
    'U redu. Vaša će poveznica ponovno raditi od tog trenutka: {time}.',
    'Nema problema, možete se vratiti kasnije sa svojom poveznicom.',
  ),
  SL: inviting(
    'Kdaj bi vam bolj ustrezalo?',
    'Prav. Vaša povezava bo spet delovala od tega trenutka: {time}.',
    'Nič hudega, s svojo povezavo se lahko vrnete pozneje.',
  ),
  SR: inviting(
    'Када би вам више одговарало?',
    'У реду. Ваш линк ће поново радити од тог тренутка: {time}.',
    'Нема проблема, можете се вратити касније са својим линком.',
  ),
  UK: inviting(
    'Коли вам було б зручніше?',
    'Гаразд. Ваше посилання знову працюватиме з цього часу: {time}.',
    'Нічого страшного, ви можете повернутися пізніше за своїм посиланням.',
  ),
  RU: inviting(
    'Когда вам было бы удобнее?',
    'Хорошо. Ваша ссылка снова заработает с этого времени: {time}.',
    'Ничего страшного, вы можете вернуться позже по своей ссылке.',
  ),
  EL: inviting(
    'Πότε θα σας βόλευε καλύτερα;',
    'Εντάξει. Ο σύνδεσμός σας θα λειτουργεί ξανά από τότε: {time}.',
    'Κανένα πρόβλημα, μπορείτε να επιστρέψετε αργότερα με τον σύνδεσμό σας.',
  ),
  TR: inviting(
    'Size ne zaman daha uygun olur?',
    'Tamam. Bağlantınız şu andan itibaren yeniden çalışacak: {time}.',
    'Sorun değil, bağlantınızla daha sonra geri dönebilirsiniz.',
  ),
  SV: inviting(
    'När skulle det passa dig bättre?',
    'Okej. Din länk fungerar igen från den här tiden: {time}.',
    'Inga problem, du kan komma tillbaka senare med din länk.',
  ),
  DA: inviting(
    'Hvornår ville det passe dig bedre?',
    'Okay. Dit link virker igen fra dette tidspunkt: {time}.',
    'Det er helt i orden, du kan vende tilbage senere med dit link.',
  ),
  NO: inviting(
    'Når ville det passe deg bedre?',
    'Greit. Lenken din virker igjen fra dette tidspunktet: {time}.',
    'Det går helt fint, du kan komme tilbake senere med lenken din.',
  ),
  FI: inviting(
    'Milloin teille sopisi paremmin?',
    'Selvä. Linkkinne toimii jälleen tästä ajasta alkaen: {time}.',
    'Ei haittaa, voitte palata myöhemmin linkillänne.',
  ),
  ET: inviting(
    'Millal teile paremini sobiks?',
    'Hästi. Teie link töötab uuesti alates sellest ajast: {time}.',
    'Pole midagi, saate oma lingiga hiljem tagasi tulla.',
  ),
  LV: inviting(
    'Kad jums būtu ērtāk?',
    'Labi. Jūsu saite atkal darbosies no šī laika: {time}.',
    'Nekas, jūs varat atgriezties vēlāk ar savu saiti.',
  ),
  LT: inviting(
    'Kada jums būtų patogiau?',
    'Gerai. Jūsų nuoroda vėl veiks nuo šio laiko: {time}.',
    'Nieko tokio, galite sugrįžti vėliau naudodami savo nuorodą.',
  ),
  AR: inviting(
    'ما الوقت الأنسب لكم؟',
    'حسناً. سيعمل الرابط مجدداً ابتداءً من هذا الوقت: {time}.',
    'لا بأس، يمكنكم العودة لاحقاً بالرابط نفسه.',
  ),
  HE: inviting(
    'מתי יהיה לכם נוח יותר?',
    'בסדר. הקישור יפעל שוב החל מהמועד הזה: {time}.',
    'אין בעיה, אפשר לחזור מאוחר יותר עם אותו קישור.',
  ),
  JA: inviting(
    'ご都合のよい時間はいつでしょうか。',
    '承知しました。リンクは次の時間から再びご利用いただけます：{time}。',
    '大丈夫です。後ほど同じリンクからお戻りいただけます。',
  ),
  ZH: inviting(
    '什么时间对您更方便？',
    '好的。您的链接将从这个时间起重新可用：{time}。',
    '没关系，您可以稍后用您的链接再回来。',
  ),
  KO: inviting(
    '언제가 더 편하신가요?',
    '알겠습니다. 링크는 다음 시간부터 다시 사용하실 수 있습니다: {time}.',
    '괜찮습니다. 나중에 같은 링크로 다시 오실 수 있습니다.',
  ),
};
