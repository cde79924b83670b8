import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '@parley/language/language.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disclosureTable } from '../../../scripts/disclosures.ts';
import { disclosesAi, disclosureWords, withDisclosure } from './disclosure.model.ts';

const serbianInLatin = disclosureWords.SR.sentenceInLatin ?? '';

interface Examples {
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

const examples: Readonly<Record<Language, Examples>> = {
  EN: {
    yes: [
      "Hi, I'm Anna, Acme's virtual assistant.",
      'Hello Ada, this is an automated call from Acme.',
      'Good morning! You’re talking to an A.I. agent.',
      'My name is Kai and I am an AI, so bear with me.',
      'Hello, Acme’s digital assistant speaking.',
      'I am not a human, but I can help.',
      'this is acme’s ai assistant, do you have a minute?',
      'Just to be clear, I’m a robot.',
      'Acme’s AI assistant here, do you have a minute?',
    ],
    no: [
      'Hello, this is Kai from Acme.',
      'Hi, this is Maria from Acme AI.',
      'I said I would mail you again about the air fare.',
      'I am a real person, not a robot.',
      'I’m calling about our AI assistant.',
      'This is Tom. Do you use a virtual assistant at work?',
      'Hello, I am an engineer at an AI company.',
      'This call may be analysed by artificial intelligence.',
      'I’m a robotics teacher.',
      'Here is the thing: your robot vacuum is ready.',
      'I’m calling to deliver your robot.',
      'This is Maria, an AI recruiter at Acme.',
      '',
    ],
  },
  DE: {
    yes: [
      'Guten Tag, hier spricht Anna, die KI-Assistentin der Acme AG.',
      'Ich bin ein digitaler Assistent.',
    ],
    no: [
      'Hier ist Kai von Acme, es geht um Kino.',
      'Ich bin kein Roboter, ich bin ein Mensch.',
      'Ich rufe wegen unserer KI-Assistenten an.',
    ],
  },
  FR: {
    yes: ["Bonjour, je suis l’assistante virtuelle d'Acme.", 'Vous parlez avec une IA.'],
    no: [
      "Bonjour, j'ai bien reçu votre mail, c'est Maria.",
      'Je suis une vraie personne, pas un robot.',
      'Votre robot est prêt.',
    ],
  },
  ES: {
    yes: ['Hola, soy Ana, la asistente virtual de Acme.', 'Le habla un robot de Acme.'],
    no: ['Hola, soy María García, de Acme.', 'No soy un robot, soy una persona.'],
  },
  PT: {
    yes: ['Olá, sou a assistente virtual da Acme.', 'Está a falar com uma IA.'],
    no: ['Olá, sou a Maria, da Acme. Dia bonito!', 'Não sou um robô.'],
  },
  IT: {
    yes: [
      "Buongiorno, sono Anna, l'assistente virtuale di Acme.",
      "Sta parlando con un'intelligenza artificiale.",
    ],
    no: ['Buongiorno, sono Maria, penso ai clienti di Acme.', 'Non sono un robot, sono una persona.'],
  },
  NL: {
    yes: [
      'Goedemiddag, u spreekt met de digitale assistent van Acme.',
      'Goedemiddag met de virtuele assistent van Acme.',
      'Ik ben een robot.',
    ],
    no: ['Goedemiddag, u spreekt met Kai van Acme.', 'Ik ben geen robot.'],
  },
  PL: {
    yes: ['Dzień dobry, z tej strony wirtualna asystentka firmy Acme.', 'Rozmawiasz z botem.'],
    no: ['Dzień dobry, mówi Maria z firmy Acme.', 'Jestem człowiekiem, nie robotem.'],
  },
  CS: {
    yes: ['Dobrý den, jsem virtuální asistentka společnosti Acme.', 'Mluvíte s umělou inteligencí.'],
    no: ['Dobrý den, tady Maria z Acme.', 'Nejsem robot.'],
  },
  SK: {
    yes: ['Dobrý deň, som digitálny asistent spoločnosti Acme.', 'Hovoríte s robotom.'],
    no: ['Dobrý deň, tu Mária z Acme.', 'Nie som robot.'],
  },
  HU: {
    yes: ['Jó napot, az Acme virtuális asszisztense vagyok.', 'Ön egy robottal beszél.'],
    no: ['Jó napot, Mária vagyok az Acme-től.', 'Ember vagyok, nem robot.'],
  },
  RO: {
    yes: ['Bună ziua, sunt asistentul virtual al companiei Acme.', 'Vorbiți cu un robot.'],
    no: ['Bună ziua, sunt Maria, ai un minut?', 'Nu sunt robot.'],
  },
  BG: {
    yes: ['Здравейте, аз съм виртуалният асистент на Акме.', 'Говорите с робот.'],
    no: ['Здравейте, аз съм Мария от Акме.', 'Аз съм човек, не робот.'],
  },
  HR: {
    yes: ['Dobar dan, ja sam virtualna asistentica tvrtke Acme.', 'Razgovarate s umjetnom inteligencijom.'],
    no: ['Dobar dan, ja sam Marija iz Acmea.', 'Nisam robot.'],
  },
  SL: {
    yes: ['Dober dan, sem virtualna pomočnica podjetja Acme.', 'Pogovarjate se z robotom.'],
    no: ['Dober dan, tukaj Marija iz Acme.', 'Nisem robot.'],
  },
  SR: {
    yes: ['Добар дан, ја сам виртуелни асистент.', 'Dobar dan, razgovarate sa robotom.', serbianInLatin],
    no: ['Добар дан, ја сам Марија.', 'Nisam robot.'],
  },
  UK: {
    yes: ['Добрий день, я віртуальна помічниця компанії Акме.', 'Ви розмовляєте з роботом.'],
    no: ['Добрий день, я Марія, моя робота цікава.', 'Я не робот.'],
  },
  RU: {
    yes: ['Здравствуйте, я голосовой помощник компании Акме.', 'Вы говорите с роботом.'],
    no: ['Здравствуйте, это Мария, у меня есть работа для вас.', 'Я не робот.'],
  },
  EL: {
    yes: ['Γεια σας, είμαι η ψηφιακή βοηθός της Acme.', 'Μιλάτε με ρομπότ.'],
    no: ['Γεια σας, είμαι η Μαρία από την Acme.', 'Δεν είμαι ρομπότ.'],
  },
  TR: {
    yes: ['Merhaba, ben Acme’nin sanal asistanıyım.', 'Bir robotla konuşuyorsunuz.'],
    no: ['Merhaba, ben Acme’den Maria.', 'Ben robot değilim.'],
  },
  SV: {
    yes: ['Hej, jag är Acmes digitala assistent.', 'Du pratar med en robot.'],
    no: ['Hej, jag heter Kai och ringer från Acme.', 'Jag är inte en robot.'],
  },
  DA: {
    yes: ['Hej, jeg er Acmes virtuelle assistent.', 'Du taler med en robot.'],
    no: ['Hej, jeg hedder Kai og ringer fra Acme.', 'Jeg er ikke en robot.'],
  },
  NO: {
    yes: ['Hei, jeg er den digitale assistenten til Acme.', 'Du snakker med en robot.'],
    no: ['Hei, jeg heter Kai og ringer fra Acme.', 'Jeg er ikke en robot.'],
  },
  FI: {
    yes: ['Hei, olen Acmen virtuaaliavustaja.', 'Puhut robotin kanssa.'],
    no: ['Hei, olen Aino Acmelta.', 'En ole robotti.'],
  },
  ET: {
    yes: ['Tere, mina olen Acme virtuaalne assistent.', 'Te räägite robotiga.'],
    no: ['Tere, mina olen Kai Acmest.', 'Ma ei ole robot.'],
  },
  LV: {
    yes: ['Labdien, es esmu Acme virtuālā asistente.', 'Jūs runājat ar robotu.'],
    no: ['Labdien, mani sauc Marija.', 'Es neesmu robots.'],
  },
  LT: {
    yes: ['Laba diena, aš esu „Acme“ virtuali asistentė.', 'Jūs kalbate su robotu.'],
    no: ['Laba diena, mano vardas Marija.', 'Aš nesu robotas.'],
  },
  AR: {
    yes: ['مرحبا، أنا المساعدة الافتراضية لشركة أكمي.', 'أنت تتحدث مع روبوت.'],
    no: ['مرحبا، أنا مريم من شركة أكمي.', 'أنا لست روبوت.'],
  },
  HE: {
    yes: ['שלום, אני העוזרת הווירטואלית של אקמה.', 'שלום, מדבר רובוט מחברת אקמה.'],
    no: ['שלום, אני מרים מחברת אקמה.', 'אני לא רובוט.'],
  },
  JA: {
    yes: [
      'お世話になっております。アクメのAIアシスタントのアンナです。',
      '人工知能がお話ししております。',
      '私はAIです。',
      'ＡＩオペレーターと申します。',
    ],
    no: [
      'こんにちは、アクメの田中です。',
      '私はロボットではありません。',
      'AIセミナーのご案内です。',
      'アクメAI部の田中です。',
      'お掃除ロボットの配達です。',
    ],
  },
  ZH: {
    yes: [
      '您好，我是艾克美公司的虚拟助理。',
      '您正在与机器人通话。',
      '您好，我是AI。',
      '您好，這裡是艾克美的AI客服。',
    ],
    no: ['您好，我是艾克美公司的王芳。', '我不是机器人。', '您好，我是AI公司的王芳。'],
  },
  KO: {
    yes: ['안녕하세요, 저는 아크미의 가상 비서입니다.', '지금 로봇과 통화하고 계십니다.', '저는 AI입니다.'],
    no: [
      '안녕하세요, 저는 아크미의 김민지입니다.',
      '저는 로봇이 아닙니다.',
      '저는 아크미 AI 팀의 김민지입니다.',
    ],
  },
};

const rows = (kind: keyof Examples): [Language, string][] =>
  languages.flatMap((language) =>
    examples[language][kind].map((text): [Language, string] => [language, text]),
  );

test.each(rows('yes'))('%s: "%s" discloses an AI', (language, text) => {
  expect(disclosesAi(text, language)).toBe(true);
  expect(withDisclosure(text, language)).toBe(text);
});

test.each(rows('no'))('%s: "%s" does not disclose an AI', (language, text) => {
  expect(disclosesAi(text, language)).toBe(false);
});

test.each(languages)('the built-in AI disclosure of %s is recognised as a disclosure', (language) => {
  expect(disclosesAi(disclosureWords[language].sentence, language)).toBe(true);
});

test.each([
  ['EN', 'Hello Ada.', 'Hello Ada. You are speaking with an AI assistant.'],
  ['EN', 'Hello Ada', 'Hello Ada. You are speaking with an AI assistant.'],
  ['EN', 'Hello Ada, ', 'Hello Ada. You are speaking with an AI assistant.'],
  ['EN', 'Is this “Ada?”', 'Is this “Ada?” You are speaking with an AI assistant.'],
  ['EN', '', 'You are speaking with an AI assistant.'],
  ['EN', ' , ', 'You are speaking with an AI assistant.'],
  ['NL', 'Dit is plan A', 'Dit is plan A. U spreekt met een AI-assistent.'],
  ['JA', 'こんにちは', 'こんにちは。こちらはAIアシスタントです。'],
  ['JA', '田中さんですか？', '田中さんですか？こちらはAIアシスタントです。'],
  ['ZH', '您好！', '您好！您正在与人工智能助手通话。'],
  ['KO', '안녕하세요', '안녕하세요. 저는 인공지능 상담원입니다.'],
  ['AR', 'هل لديك دقيقة؟', 'هل لديك دقيقة؟ أنت تتحدث مع مساعد يعمل بالذكاء الاصطناعي.'],
  ['EL', 'Με ακούτε;', 'Με ακούτε; Μιλάτε με έναν βοηθό τεχνητής νοημοσύνης.'],
  ['SR', 'Dobar dan!', `Dobar dan! ${serbianInLatin}`],
] as const)(
  '%s: to the first message "%s" the AI disclosure is added as a sentence of its own',
  (language, text, expected) => {
    expect(withDisclosure(text, language)).toBe(expected);
  },
);

test('adding the AI disclosure twice to any first message adds it once', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...languages),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      (language, text) => {
        const once = withDisclosure(text, language);
        expect(disclosesAi(once, language)).toBe(true);
        expect(withDisclosure(once, language)).toBe(once);
      },
    ),
    { numRuns: 500 },
  );
});

test('the disclosure table in the documentation equals the table in the code', () => {
  const written = readFileSync(join(import.meta.dirname, '../../../../../docs/disclosures.md'), 'utf8');
  expect(written).toBe(disclosureTable());
});
