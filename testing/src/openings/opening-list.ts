import { cadence, faxAnswer, music, silence, tones } from './opening-sounds.ts';

/** Who answers: `nobody` is a sound of the line, such as music, which is neither a person nor a machine. */
export type Answered = 'person' | 'nobody' | 'machine' | 'screening' | 'menu';

/** How a call begins, to be spoken by the offline voices and heard over a telephone line. */
export interface Opening {
  readonly who: Answered;
  readonly name: string;
  /** Text is spoken, a number is a pause in ms, sound is played. */
  readonly parts: readonly (string | number | Int16Array)[];
  readonly voice: string;
  readonly speed: number;
  readonly noise: number;
  /** Begins so long after the agent began to speak; absent: when the call is answered. */
  readonly overAgentMs?: number;
  /** Music or a television behind all of it. */
  readonly background?: Int16Array;
}

const VOICES = ['slt', 'rms', 'awb', 'kal16'];
const NOISES = [30, 120, 300];
const SPEEDS = [1, 1.15, 0.85];

type Draft = Pick<Opening, 'name' | 'parts' | 'overAgentMs' | 'background'>;

/** Each with another voice, speed and noise. */
const each = (who: Answered, drafts: readonly Draft[], from: number): Opening[] =>
  drafts.map((draft, index) => ({
    who,
    voice: VOICES[(index + from) % VOICES.length] as string,
    noise: NOISES[(index + from) % NOISES.length] as number,
    speed: SPEEDS[Math.floor(index / 2 + from) % SPEEDS.length] as number,
    ...draft,
  }));

const GREETINGS = [
  'Hello?',
  'Yes?',
  'Hello, Ada speaking.',
  'Bell.',
  'Hi, this is Ada.',
  'Ada Bell, hello.',
  'Good morning, Green Street Dental, this is Laura, how can I help you?',
  'Hello, who is this?',
  'Yeah, hello.',
  'No, Ada speaking.',
  'Good afternoon, thank you for calling Baker and Sons, Anna speaking.',
  'Hey, what is up?',
  'Speaking.',
  'Hello, hello, can you hear me?',
  'Ada here, good evening.',
];
const said = (name: string, texts: readonly string[], overAgentMs?: (index: number) => number): Draft[] =>
  texts.map((text, index) => ({
    name: `${name}: ${text}`,
    parts: [overAgentMs ? 0 : 300 + 100 * (index % 5), text],
    ...(overAgentMs && { overAgentMs: overAgentMs(index) }),
  }));

const SLOW: readonly Draft['parts'][] = [
  ['Hello?', 1500, 'Hello? Is anybody there?'],
  ['Um', 800, 'yes', 900, 'hello, this is', 700, 'this is Margaret.'],
  ['Hello, yes, wait a moment, I need to sit down.', 700, 'There. Who is it?'],
  ['Yes, good morning.', 1100, 'My name is Walter.', 1200, 'Who is speaking, please?'],
  ['Hello?', 1200, 'I cannot hear you very well.', 900, 'You will have to speak up a little.'],
  ['Oh, hello.', 1000, 'I was in the garden, it took me a while to get to the phone.'],
  ['Hello, sorry, I was asleep.', 900, 'What time is it?'],
  ['Hello, my daughter usually answers the phone, but she is out.', 900, 'Can I help you?'],
  ['Hello, hello, sorry, the phone was in the other room.', 800, 'Who is it?'],
  ['Yes, yes, I am here.', 800, 'Just let me find my glasses.', 900, 'Now, go ahead.'],
];

const kitchen = tones([2000], 180);
const HOUSEHOLD: readonly Draft['parts'][] = [
  ['Hello?', 400, kitchen, 1500, 'Sorry, that was the microwave.'],
  ['Hello, Ada speaking.', 600, tones([1000], 300), 1200, 'Hello?'],
  ['Hello?', 300, kitchen, 300, kitchen, 300, kitchen, 1000, 'Yes, who is it?'],
  [500, tones([1209, 697], 200), 300, 'Hello?'],
  ['Yes, hello, this is Ada Bell, I am in the car.', 500, tones([880], 200), 1500, 'Who is this?'],
  [300, tones([800], 150), 500, 'Hello, Ada Bell here.'],
  [
    'Good morning, Green Street Dental, this is Laura, how can I help you?',
    500,
    tones([950], 250),
    1800,
    'Hello?',
  ],
  ['Hi.', 900, kitchen, 1200, 'Sorry, go ahead.'],
  ['Hello?', 1000, tones([1400], 200), 14_800, tones([1400], 200)],
  ['Ada.', 500, tones([620], 250), 900, 'Yes?'],
];

const flute = { noteMs: 350, overtones: [] };
const piano = { noteMs: 500, overtones: [0.5, 0.3, 0.15] };
const organ = { noteMs: 700, overtones: [0.6, 0.4, 0.3, 0.2], chord: true };
const beeper = { noteMs: 160, overtones: [] };
const INSTRUMENTS = { flute, piano, organ, beeper };

const MUSIC: readonly Draft[] = Object.entries(INSTRUMENTS).flatMap(([name, instrument], index) =>
  [1, 2, 3].map((seed) => ({
    name: `music on hold, ${name}`,
    parts: [music(instrument, 15_000, seed + 10 * index)],
  })),
);

const RINGING: readonly Draft[] = [
  { name: 'ringing, Europe', parts: [cadence([425], [[1000, 4000]], 16_000)] },
  { name: 'ringing, Europe, later', parts: [900, cadence([425], [[1000, 4000]], 16_000)] },
  { name: 'ringing, Italy', parts: [cadence([425], [[1000, 4000]], 12_000)] },
  { name: 'ringing, America', parts: [cadence([440, 480], [[2000, 4000]], 16_000)] },
  {
    name: 'ringing, Britain',
    parts: [
      cadence(
        [400, 450],
        [
          [400, 200],
          [400, 2000],
        ],
        16_000,
      ),
    ],
  },
  { name: 'ringing, Japan', parts: [cadence([400], [[1000, 2000]], 16_000)] },
  { name: 'ringing, then a person', parts: [cadence([425], [[1000, 4000]], 9000), 'Hello?'] },
  { name: 'ringing, France', parts: [cadence([440], [[1500, 3500]], 16_000)] },
  {
    name: 'ringing, once',
    parts: [cadence([425], [[1000, 4000]], 4000), 'Hello, sorry to keep you waiting.'],
  },
  { name: 'ringing, China', parts: [cadence([450], [[1000, 4000]], 16_000)] },
];
const OTHER_TONES: readonly Draft[] = [
  { name: 'busy', parts: [cadence([425], [[500, 500]], 12_000)] },
  { name: 'congestion', parts: [cadence([425], [[250, 250]], 12_000)] },
  { name: 'waiting tone', parts: [500, cadence([440], [[300, 5000]], 16_000)] },
  { name: 'comfort tone', parts: [cadence([800], [[200, 3000]], 16_000)] },
  { name: 'dial tone', parts: [tones([425], 12_000)] },
  { name: 'a fax machine that calls', parts: [cadence([1100], [[500, 3000]], 16_000)] },
  {
    name: 'special information tones',
    parts: [tones([950], 330), tones([1400], 330), tones([1800], 330), 8000],
  },
  { name: 'noise', parts: [12_000] },
];

const beep = (hz: number, ms: number) => tones([hz], ms);
const WITH_TONE: readonly Draft['parts'][] = [
  [
    'Hi, you have reached Martin. I cannot come to the phone right now. Please leave a message after the beep.',
    500,
    beep(1000, 400),
  ],
  [
    'Hello, this is Sarah. Please leave your name and number and I will get back to you as soon as I can.',
    600,
    beep(440, 600),
  ],
  [
    'Your call has been forwarded to an automated voice message system. At the tone, please record your message.',
    700,
    beep(1400, 500),
  ],
  [
    'The person you are trying to reach is not available. Please leave a message after the tone.',
    500,
    beep(850, 1000),
  ],
  ['Sorry I missed your call. Leave me a message and I will call you back.', 800, beep(620, 300)],
  [
    'You have reached the voicemail of Peter Brown. I am away from my desk. Please leave a message.',
    400,
    beep(950, 450),
  ],
  [
    'Thank you for calling the Miller family. We are not available right now. Please leave your name, number and a brief message.',
    600,
    beep(1000, 250),
  ],
  ['This is Tom.', 1200, 'Speak after the beep.', 500, beep(800, 400)],
  [
    'Welcome to the mailbox of',
    400,
    'Laura.',
    500,
    'Please record your message after the signal.',
    500,
    beep(425, 700),
  ],
  [
    'We are sorry, nobody can take your call. Our office is closed. Leave a message after the tone.',
    600,
    beep(1000, 500),
  ],
  [
    'Hi, I am either on the other line or out walking the dog. Leave a message, and if it is about the garden, call the house instead.',
    600,
    beep(700, 350),
  ],
  ['Hello.', 800, 'I cannot answer the phone.', 700, 'Leave a message.', 600, beep(1100, 300)],
  [
    'You have reached Green Street Dental. If this is an emergency, please hang up and call the hospital. Otherwise leave your name and number.',
    500,
    beep(480, 800),
  ],
];
const SHORT_WITH_TONE: readonly Draft['parts'][] = [
  ['Hi.', 900, 'This is Anna. You know what to do.', 700, beep(1000, 350)],
  ['Hey, it is Dave. Do your thing.', 600, beep(1200, 300)],
  ['Peter Brown.', 500, beep(1000, 400)],
  [
    'We are out in the garden, or on our way to the lake, and the cat does not talk to strangers.',
    700,
    beep(900, 500),
  ],
  [900, beep(1000, 500)],
  [1500, beep(1400, 300)],
];
const WITHOUT_TONE: readonly Draft['parts'][] = [
  [
    'The mailbox of five five five, one two three four, is full and cannot accept any messages at this time. Goodbye.',
  ],
  ['The customer you are calling is not available at the moment. Please try again later.'],
  ['You have reached a number that has not set up a voice mail yet. Please try again later.'],
  ['Hi, you have reached Martin. I cannot come to the phone right now. Please leave a message.'],
  ['The number you have dialed is not in service. Please check the number and try again.'],
  [
    'Thank you for calling. Our office is currently closed. Our office hours are Monday to Friday, nine to five.',
  ],
  ['Sorry, I am not available right now. Please send me a text message, or leave a message.'],
  ['The person you are calling cannot accept calls at this time. We are sorry for any inconvenience.'],
  [
    'Hello, you have reached the Millers. We are not available to take your call. We will call you back as soon as possible.',
  ],
];
const MENUS: readonly Draft['parts'][] = [
  [
    'Welcome to Northwind. For sales, press one. For support, press two. For all other questions, press zero.',
  ],
  ['Thank you for calling. Press one for sales. Press two for service. Press three for the workshop.'],
  ['For English, press one.', 500, 'For appointments, press two.'],
  ["If you know your party's extension, dial it now. For reception, press zero."],
  [
    'Please listen carefully, as our menu has changed. For billing, press one. To speak to a representative, press nine.',
  ],
];
const SCREENERS: readonly Draft['parts'][] = [
  [
    'Hi, the person you are calling is using a screening service from Google, and will get a copy of this conversation. Go ahead and say your name, and why you are calling.',
  ],
  ['Please state your name and the reason for your call, and I will see if this person is available.'],
  ['This call is being screened. Please say your name after the tone.', 400, beep(1000, 300)],
  ['Before I try to connect you, please state your name and why you are calling.'],
  ['Hi. If you record your name and reason for calling, I will see if this person is available.'],
];

const twice = <Item>(items: readonly Item[]): Item[] => [...items, ...items];
const drafts = (name: string, parts: readonly Draft['parts'][]): Draft[] =>
  parts.map((each) => ({ name, parts: [400, ...each] }));
const television = music(organ, 12_000, 99);

/** 200 of them; what is said twice is said by other voices, at another pace and over other noise. */
export const openings: readonly Opening[] = [
  ...each('person', twice(said('greeting', GREETINGS)), 0),
  ...each('person', twice(said('greeting over the agent', GREETINGS, (n) => 100 + 150 * (n % 7))), 1),
  ...each('person', drafts('slow greeting', SLOW), 2),
  ...each('person', drafts('household tone', HOUSEHOLD), 3),
  ...each(
    'person',
    said('greeting over a television', GREETINGS.slice(0, 10)).map((one) => ({
      ...one,
      background: television,
    })),
    0,
  ),
  ...each(
    'person',
    Array.from({ length: 6 }, (_, n) => ({ name: 'silence', parts: [silence(12_000 + n)] })),
    0,
  ),
  ...each('nobody', [...MUSIC, ...RINGING, ...OTHER_TONES], 0),
  ...each('machine', twice(drafts('voicemail', WITH_TONE)).slice(0, 25), 0),
  ...each('machine', twice(drafts('voicemail, few words', SHORT_WITH_TONE)).slice(0, 10), 1),
  ...each('machine', twice(drafts('voicemail without a tone', WITHOUT_TONE)).slice(0, 15), 2),
  ...each(
    'machine',
    [1, 2, 3, 4].map((seed) => ({ name: 'fax', parts: [300, faxAnswer(seed), 3000] })),
    0,
  ),
  ...each('menu', twice(drafts('menu', MENUS)), 1),
  ...each('screening', twice(drafts('screening', SCREENERS)), 2),
];

/** Held out: written before the rules were tuned on the others, and never used for tuning. */
export const heldOutOpenings: readonly Opening[] = [
  ...each(
    'machine',
    drafts('held-out voicemail', [
      [
        'Hi, this is Karen and Bill. We are out at the moment. Leave us a message and have a nice day.',
        500,
        beep(1000, 400),
      ],
      ['The number you have dialled is not available. Please call again later.'],
      [
        'You have reached Oak Lane School. The office is closed until Monday. Please leave a message after the tone.',
        600,
        beep(900, 500),
      ],
      ['It is Jim. Leave one.', 700, beep(1300, 250)],
      [
        'I am on holiday until the tenth of June and will not be checking messages. For urgent matters please contact my colleague.',
        700,
        beep(520, 600),
      ],
      [
        'Your call cannot be taken at the moment, so please leave your message after the tone.',
        600,
        beep(1050, 400),
      ],
    ]),
    0,
  ),
  ...each(
    'screening',
    drafts('held-out screening', [
      ['To reach this person, please say your name and the reason for your call.'],
      ['Hello, I am answering for Julia. Please state your name and what you are calling about.'],
      ['This number uses call screening. After the tone, say who you are.', 500, beep(1000, 300)],
      ['Say your name, and I will check whether they can take your call.'],
    ]),
    1,
  ),
  ...each(
    'person',
    drafts('held-out greeting', [
      ['Hello, Julia here.'],
      ['Hi, yes, this is he.'],
      ['Oak Lane School, good morning, Karen speaking, how may I direct your call?'],
      ['What do you want?'],
      ['Sorry, I am in a meeting, can you call me back later?'],
      ['Hello, you have reached the right person.'],
    ]),
    2,
  ),
  ...each(
    'person',
    drafts('held-out slow greeting', [
      ['Ah.', 900, 'Hello.', 1200, 'I nearly missed you, I was upstairs.'],
      ['Hello, who is calling, please?', 1000, 'My hearing is not what it was.'],
      ['Yes, this is Harold.', 1300, 'I was expecting a call from the doctor.'],
      ['Hello, just a second, I will put you on the loud speaker.', 1500, 'There we are.'],
    ]),
    3,
  ),
];
