import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { Language } from '@parley/language/language.ts';
import { type CallClock, waited } from '@parley/speech/call-clock.ts';
import type { Voice } from '@parley/speech/voice.ts';

/** Nobody is kept on the line longer, whatever the voice does. */
const LONGEST_MS = 30_000;
/** The way to their ear. */
const TAIL_MS = 500;

/** Says that nobody is there to talk to, and hangs up once it was heard. */
export async function refusePolitely(
  leg: AudioLeg,
  voice: Voice,
  language: Language,
  clock: CallClock,
): Promise<void> {
  const stop = new AbortController();
  const callOff = clock.after(LONGEST_MS, () => stop.abort());
  leg.onLeft(() => stop.abort());
  try {
    await Promise.race([speak(leg, voice, language, clock, stop.signal), aborted(stop.signal)]);
  } finally {
    callOff();
    stop.abort();
    await leg.hangUp();
  }
}

async function speak(
  leg: AudioLeg,
  voice: Voice,
  language: Language,
  clock: CallClock,
  signal: AbortSignal,
): Promise<void> {
  const { rateHz } = leg;
  const order = { text: words[language], rateHz, language: language.toLowerCase(), voiceId: null, speed: 1 };
  const startMs = clock.nowMs();
  let samples = 0;
  for await (const sound of voice.speak(order, signal)) {
    if (signal.aborted) return;
    samples += sound.length;
    leg.play(sound);
  }
  const leftMs = startMs + (samples * 1000) / rateHz - clock.nowMs();
  await waited(clock, Math.max(0, leftMs) + TAIL_MS);
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

const words: Readonly<Record<Language, string>> = {
  EN: 'Hello. Nobody can take your call at this number right now. If we are to speak, we will call you. Goodbye.',
  DE: 'Guten Tag. Unter dieser Nummer kann gerade niemand Ihren Anruf annehmen. Wenn wir verabredet sind, rufen wir Sie an. Auf Wiederhören.',
  FR: 'Bonjour. Personne ne peut prendre votre appel à ce numéro pour le moment. Si nous devons nous parler, nous vous appellerons. Au revoir.',
  ES: 'Hola. En este momento nadie puede atender su llamada en este número. Si tenemos que hablar, le llamaremos. Adiós.',
  PT: 'Olá. De momento, ninguém pode atender a sua chamada neste número. Se tivermos de falar, nós ligamos. Adeus.',
  IT: 'Buongiorno. In questo momento nessuno può rispondere a questo numero. Se dobbiamo parlarci, la chiameremo noi. Arrivederci.',
  NL: 'Goedendag. Op dit nummer kan nu niemand uw oproep aannemen. Als we elkaar moeten spreken, bellen wij u. Tot ziens.',
  PL: 'Dzień dobry. Pod tym numerem nikt nie może teraz odebrać. Jeśli mamy porozmawiać, zadzwonimy. Do widzenia.',
  CS: 'Dobrý den. Na tomto čísle teď nikdo nemůže váš hovor přijmout. Pokud spolu máme mluvit, zavoláme vám. Na shledanou.',
  SK: 'Dobrý deň. Na tomto čísle teraz nikto nemôže váš hovor prijať. Ak sa máme rozprávať, zavoláme vám. Dovidenia.',
  HU: 'Jó napot kívánok! Ezen a számon most senki sem tudja fogadni a hívását. Ha beszélnünk kell, hívni fogjuk. Viszonthallásra.',
  RO: 'Bună ziua. La acest număr nu vă poate răspunde nimeni în acest moment. Dacă trebuie să vorbim, vă vom suna noi. La revedere.',
  BG: 'Добър ден. В момента никой не може да приеме обаждането ви на този номер. Ако трябва да говорим, ние ще ви се обадим. Дочуване.',
  HR: 'Dobar dan. Na ovom broju trenutačno nitko ne može primiti vaš poziv. Ako trebamo razgovarati, nazvat ćemo vas. Doviđenja.',
  SL: 'Dober dan. Na tej številki trenutno nihče ne more sprejeti vašega klica. Če se moramo pogovoriti, vas bomo poklicali. Nasvidenje.',
  SR: 'Добар дан. На овом броју тренутно нико не може да прими ваш позив. Ако треба да разговарамо, позваћемо вас. Довиђења.',
  UK: 'Добрий день. За цим номером зараз ніхто не може прийняти ваш дзвінок. Якщо нам потрібно поговорити, ми вам зателефонуємо. До побачення.',
  RU: 'Здравствуйте. По этому номеру сейчас никто не может принять ваш звонок. Если нам нужно поговорить, мы вам перезвоним. До свидания.',
  EL: 'Γεια σας. Σε αυτόν τον αριθμό δεν μπορεί κανείς να απαντήσει αυτή τη στιγμή. Αν πρέπει να μιλήσουμε, θα σας καλέσουμε εμείς. Αντίο σας.',
  TR: 'Merhaba. Şu anda bu numarada kimse aramanıza yanıt veremiyor. Görüşmemiz gerekiyorsa biz sizi arayacağız. Hoşça kalın.',
  SV: 'Hej. Ingen kan ta emot ditt samtal på det här numret just nu. Om vi ska prata ringer vi dig. Hej då.',
  DA: 'Goddag. Der er ingen, der kan tage imod dit opkald på dette nummer lige nu. Hvis vi skal tale sammen, ringer vi til dig. Farvel.',
  NO: 'Hei. Ingen kan ta imot anropet ditt på dette nummeret akkurat nå. Hvis vi skal snakke sammen, ringer vi deg. Ha det bra.',
  FI: 'Hei. Kukaan ei voi juuri nyt vastata puheluusi tässä numerossa. Jos meidän on määrä puhua, soitamme sinulle. Kuulemiin.',
  ET: 'Tere. Sellel numbril ei saa praegu keegi teie kõnet vastu võtta. Kui peame rääkima, helistame teile ise. Nägemist.',
  LV: 'Labdien. Pašlaik šajā numurā neviens nevar atbildēt uz jūsu zvanu. Ja mums jārunā, mēs jums piezvanīsim. Uz redzēšanos.',
  LT: 'Laba diena. Šiuo numeriu dabar niekas negali atsiliepti. Jei turime pasikalbėti, mes jums paskambinsime. Viso gero.',
  AR: 'مرحبًا. لا يستطيع أحد الرد على مكالمتك على هذا الرقم الآن. إذا كان علينا أن نتحدث فسنتصل بك. مع السلامة.',
  HE: 'שלום. אף אחד לא יכול לענות לשיחה במספר הזה כרגע. אם עלינו לשוחח, נתקשר אליך. להתראות.',
  JA: 'お電話ありがとうございます。ただいま、この番号では電話をお受けできません。ご用がある場合は、こちらからおかけします。失礼いたします。',
  ZH: '您好。此号码目前无人能接听您的来电。如果需要通话，我们会打给您。再见。',
  KO: '안녕하세요. 지금은 이 번호로 전화를 받을 수 없습니다. 통화가 필요하면 저희가 전화드리겠습니다. 안녕히 계세요.',
};
