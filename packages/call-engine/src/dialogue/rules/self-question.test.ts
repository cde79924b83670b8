import type { Language } from '@parley/language/language.ts';
import { languages } from '@parley/language/language.ts';
import { phrasesOf } from '@parley/simulator/contact-words.ts';
import { scriptedContext } from '@parley/testing/understood-as.ts';
import { describe, expect, test } from 'vitest';
import { answerFrom } from './extracted-answer.ts';
import { understand } from './understanding.ts';

/** Who is calling; are you a robot; how long does it take; why are you calling. And one about something else. */
const asked: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  EN: [
    "who's calling",
    'are you a robot',
    'how long will this take',
    'why are you calling',
    'how long is the probation period',
  ],
  DE: [
    'Mit wem spreche ich?',
    'Sind Sie ein Roboter?',
    'Wie lange dauert das Gespräch?',
    'Worum geht es denn?',
    'Wie lange dauert die Probezeit?',
  ],
  FR: [
    'Qui est à l’appareil ?',
    'Vous êtes un robot ?',
    'Combien de temps ça prend ?',
    'C’est à quel sujet ?',
    'Combien de temps dure la formation ?',
  ],
  ES: [
    '¿Con quién hablo?',
    '¿Es usted un robot?',
    '¿Cuánto dura la llamada?',
    '¿De qué se trata?',
    '¿Cuánto dura el contrato?',
  ],
  PT: [
    'Com quem falo?',
    'Você é um robô?',
    'Quanto tempo vai demorar?',
    'Do que se trata?',
    'Quanto tempo dura o contrato?',
  ],
  IT: [
    'Con chi parlo?',
    'Lei è un robot?',
    'Quanto dura la chiamata?',
    'Di cosa si tratta?',
    'Quanto dura il contratto?',
  ],
  NL: [
    'Met wie spreek ik?',
    'Bent u een robot?',
    'Hoe lang duurt dit gesprek?',
    'Waar gaat het over?',
    'Hoe lang duurt de proeftijd?',
  ],
  PL: [
    'Z kim rozmawiam?',
    'Czy to robot?',
    'Ile to potrwa?',
    'W jakiej sprawie?',
    'Jak długo trwa okres próbny?',
  ],
  CS: [
    'S kým mluvím?',
    'Jste robot?',
    'Jak dlouho to bude trvat?',
    'O co jde?',
    'Jak dlouho trvá zkušební doba?',
  ],
  SK: [
    'S kým hovorím?',
    'Ste robot?',
    'Ako dlho to bude trvať?',
    'O čo ide?',
    'Ako dlho trvá skúšobná doba?',
  ],
  HU: [
    'Kivel beszélek?',
    'Ön egy robot?',
    'Meddig tart a hívás?',
    'Miről van szó?',
    'Meddig tart a próbaidő?',
  ],
  RO: [
    'Cu cine vorbesc?',
    'Sunteți robot?',
    'Cât durează?',
    'Despre ce este vorba?',
    'Cât durează perioada de probă?',
  ],
  BG: [
    'С кого говоря?',
    'Вие робот ли сте?',
    'Колко време ще отнеме?',
    'За какво става въпрос?',
    'Колко време е изпитателният срок?',
  ],
  HR: [
    'S kim razgovaram?',
    'Jeste li robot?',
    'Koliko će trajati razgovor?',
    'O čemu se radi?',
    'Koliko traje probni rad?',
  ],
  SL: [
    'S kom govorim?',
    'Ali ste robot?',
    'Kako dolgo bo trajalo?',
    'Za kaj gre?',
    'Kako dolgo traja poskusno delo?',
  ],
  SR: [
    'Са ким разговарам?',
    'Da li ste robot?',
    'Колико ће трајати?',
    'O čemu se radi?',
    'Колико траје пробни рад?',
  ],
  UK: [
    'З ким я розмовляю?',
    'Ви робот?',
    'Скільки часу це займе?',
    'З якого питання?',
    'Скільки часу триває випробувальний термін?',
  ],
  RU: [
    'С кем я говорю?',
    'Вы робот?',
    'Сколько времени это займёт?',
    'По какому вопросу?',
    'Сколько времени длится испытательный срок?',
  ],
  EL: [
    'Με ποιον μιλάω;',
    'Είστε ρομπότ;',
    'Πόση ώρα θα διαρκέσει;',
    'Περί τίνος πρόκειται;',
    'Πόσο διαρκεί η δοκιμαστική περίοδος;',
  ],
  TR: [
    'Kiminle görüşüyorum?',
    'Siz robot musunuz?',
    'Ne kadar sürecek?',
    'Konu nedir?',
    'Deneme süresi ne kadar sürer?',
  ],
  SV: [
    'Vem talar jag med?',
    'Är du en robot?',
    'Hur lång tid tar det?',
    'Vad gäller det?',
    'Hur länge varar provanställningen?',
  ],
  DA: [
    'Hvem taler jeg med?',
    'Er du en robot?',
    'Hvor lang tid tager det?',
    'Hvad drejer det sig om?',
    'Hvor længe varer prøvetiden?',
  ],
  NO: [
    'Hvem snakker jeg med?',
    'Er du en robot?',
    'Hvor lang tid tar det?',
    'Hva gjelder det?',
    'Hvor lenge varer prøvetiden?',
  ],
  FI: [
    'Kenen kanssa puhun?',
    'Oletko robotti?',
    'Kauanko tämä kestää?',
    'Mistä on kyse?',
    'Kuinka kauan koeaika kestää?',
  ],
  ET: [
    'Kellega ma räägin?',
    'Kas te olete robot?',
    'Kui kaua see võtab?',
    'Mis asjus?',
    'Kui kaua kestab katseaeg?',
  ],
  LV: [
    'Ar ko es runāju?',
    'Vai jūs esat robots?',
    'Cik ilgi tas būs?',
    'Par ko ir runa?',
    'Cik ilgs ir pārbaudes laiks?',
  ],
  LT: [
    'Su kuo kalbu?',
    'Ar jūs robotas?',
    'Kiek laiko tai užtruks?',
    'Kokiu klausimu?',
    'Kiek laiko trunka bandomasis laikotarpis?',
  ],
  AR: ['مع من أتحدث؟', 'هل أنت روبوت؟', 'كم ستستغرق المكالمة؟', 'ما الموضوع؟', 'كم تستغرق الفترة التجريبية؟'],
  HE: ['עם מי אני מדבר?', 'אתה רובוט?', 'כמה זמן זה ייקח?', 'במה מדובר?', 'כמה זמן נמשכת תקופת הניסיון?'],
  JA: [
    'どちら様ですか？',
    'ロボットですか？',
    '時間はどのくらいかかりますか？',
    'ご用件は何ですか？',
    '通勤と研修にはどのくらいかかりますか？',
  ],
  ZH: ['您是哪位？', '你是机器人吗？', '要多长时间？', '有什么事吗？', '公司的试用期一共要多久？'],
  KO: [
    '누구세요?',
    '로봇인가요?',
    '얼마나 걸려요?',
    '무슨 일로 전화하셨어요?',
    '회사의 수습 기간은 얼마나 걸리나요?',
  ],
};

const contextOf = (language: Language) => {
  const context = scriptedContext(language);
  const [first, ...others] = context.plan.sections;
  if (first === undefined) throw new Error('the plan has no section');
  const sections = [{ ...first, title: 'Titel 7' }, ...others];
  const agent = { ...context.plan.agent, name: 'Tess' };
  return { ...context, plan: { ...context.plan, agent, sections, durationMinutes: 12 } };
};

describe.each(languages)('asked in %s, the agent answers from the plan', (language) => {
  const context = contextOf(language);
  const company = context.plan.company.name;
  const [who, machine, duration, reason, other] = asked[language];
  const answer = (question: string) => answerFrom(question, [], context);

  test('asked who is calling, the agent names the company and itself', () => {
    for (const question of [who, phrasesOf(language).curious[0]]) {
      expect(answer(question), question).toContain(company);
      expect(answer(question), question).toContain('Tess');
      expect(understand(question, { kind: 'opening' }, context), question).toMatchObject({ asksWho: true });
    }
  });
  test('asked whether it is a machine, the agent names its company', () =>
    expect(answer(machine)).toContain(company));
  test('asked how long the call takes, the agent says the maximum duration', () =>
    expect(answer(duration)).toMatch(/\b12|12/));
  test('asked for the reason of the call, the agent says it', () =>
    expect(answer(reason)).toContain('Titel 7'));
  test('asked about something else, the agent says nothing about itself', () =>
    expect(answer(other)).toBeUndefined());
  test('a question about the call is recognised without a question mark', () => {
    for (const question of [who, machine, duration, reason])
      expect(
        understand(question.replace(/[?？؟;]/, ''), { kind: 'opening' }, context).question,
        question,
      ).toBeDefined();
  });
});

test('asked who is calling, an agent named after its task does not say that name', () => {
  const context = scriptedContext();
  const agent = { ...context.plan.agent, name: 'Screening Vienna' };
  expect(answerFrom('who is this', [], { ...context, plan: { ...context.plan, agent } })).not.toContain(
    'Screening',
  );
});

test('asked for the reason of the call, the agent takes it from the first message, not from a section title', () => {
  const context = contextOf('EN');
  const firstMessage = {
    id: 'f',
    text: 'Hello Ada, this is the AI assistant of Acme. I call about your order. Is now good?',
  };
  expect(answerFrom('why are you calling', [], { ...context, plan: { ...context.plan, firstMessage } })).toBe(
    'I call about your order.',
  );
});
