/** How people and machines answer a telephone, to be spoken by the offline TTS. */
export interface SpokenOpening {
  readonly who: 'machine' | 'screening' | 'human' | 'slow human';
  /** A number is a pause in ms. */
  readonly says: readonly (string | number | Beep)[];
}

export interface Beep {
  readonly beepHz: number;
  readonly ms: number;
}

const beep = (beepHz: number, ms: number): Beep => ({ beepHz, ms });
const all = (who: SpokenOpening['who'], openings: readonly SpokenOpening['says'][]): SpokenOpening[] =>
  openings.map((says) => ({ who, says }));

export const openings: readonly SpokenOpening[] = [
  ...all('machine', [
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
    ['Hi.', 900, 'This is Anna. You know what to do.', 700, beep(1000, 350)],
    ['Hey, it is Dave. Do your thing.', 600, beep(1200, 300)],
    ['This is Tom.', 1200, 'Speak after the beep.', 500, beep(800, 400)],
    [
      'The mailbox of five five five, one two three four, is full and cannot accept any messages at this time. Goodbye.',
    ],
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
      'We are sorry, nobody can take your call. Our office is closed. Our office hours are nine to five. Leave a message after the tone.',
      600,
      beep(1000, 500),
    ],
    ['The customer you are calling is not available at the moment. Please try again later.'],
    [
      'Hi, I am either on the other line or out walking the dog. Leave a message, and if it is about the garden, call the house instead.',
      600,
      beep(700, 350),
    ],
    [900, beep(1000, 500)],
    ['You have reached a number that has not set up a voice mail yet. Please try again later.'],
    ['Hello.', 800, 'I cannot answer the phone.', 700, 'Leave a message.', 600, beep(1100, 300)],
    [
      'The Google subscriber you have called is not available. Please leave a message after the tone.',
      500,
      beep(1000, 400),
    ],
    [
      'You have reached Green Street Dental. If this is an emergency, please hang up and call the hospital. Otherwise leave your name and number.',
      500,
      beep(480, 800),
    ],
  ]),
  ...all('screening', [
    [
      'Hi, the person you are calling is using a screening service from Google, and will get a copy of this conversation. Go ahead and say your name, and why you are calling.',
    ],
    ['Please state your name and the reason for your call, and I will see if this person is available.'],
    ['This call is being screened. Please say your name after the tone.', 400, beep(1000, 300)],
    ['Before I try to connect you, please state your name and why you are calling.'],
    [
      'Hello. I am the call assistant. Record your name and the reason for calling, and I will see if they are available.',
    ],
    ['Calls to this number are screened. State your name, then stay on the line.'],
    [
      'The person you are calling does not recognise your number. Please say your name and why you are calling.',
    ],
    ['Please record your name and the reason for your call after the beep.', 500, beep(900, 300)],
    ['Thanks for calling. To connect you, please tell me your name and the purpose of your call.'],
    [
      'I am a virtual assistant and I answer calls for Robert. May I ask who is calling, and what it is about? State your name, please.',
    ],
    ['This customer uses a call screening service. Please say who you are and why you are calling.'],
    ['Please state your name.', 900, 'And the reason for your call.'],
    ['Hi. If you record your name and reason for calling, I will see if this person is available.'],
    ['Go ahead and state your name and why you are calling, and I will try to connect you.'],
    ['You are speaking with a screening assistant. Say your name, and the reason for your call, please.'],
  ]),
  ...all('human', [
    ['Hello?'],
    ['Yes?'],
    ['Hello, this is Martin.'],
    ['Miller.'],
    ['Hi, Sarah speaking.'],
    ['Good morning, Green Street Dental, this is Laura, how can I help you?'],
    ['Hello, who is this?'],
    ['Yeah, hello, I can hear you.'],
    ['Hi there. Is this about the job?'],
    ['Peter Brown here.'],
    ['Hello?', 1500, 'Hello? Is anybody there?'],
    ['Yes, speaking. What is it about?'],
    ['Hi, sorry, I am driving, but you are on the speaker. Go ahead.'],
    ['Good afternoon, thank you for calling Baker and Sons, Anna speaking.'],
    ['Hey, I was just about to call you back.'],
    ['Hello, can I take a message? He is not here.'],
    ['Hold on one second please, I will get her.'],
  ]),
  ...all('slow human', [
    ['Hello?', 2000, 'Yes, um, hello, one moment please, I have to turn the radio down.'],
    ['Um', 800, 'yes', 900, 'hello, this is', 700, 'this is Margaret.'],
    ['Hello, yes, wait a moment, I need to sit down. There. Who did you say was calling?'],
    ['Yes, good morning.', 1100, 'My name is Walter.', 1200, 'Who is speaking, please?'],
    ['Hello?', 1200, 'I cannot hear you very well.', 900, 'You will have to speak up a little.'],
    ['Oh, hello.', 1000, 'I was in the garden, it took me a while to get to the phone.'],
    ['Yes, hello, this is Frank, I am sorry, I was asleep.', 900, 'What time is it?'],
    ['Hello.', 1500, 'Hello.', 1500, 'Is that you, John?'],
    ['Let me see, who could that be. Hello?'],
    ['Yes, yes, I am here, I am here.', 800, 'Just let me find my glasses.', 900, 'Now, go ahead.'],
    ['Hello, my daughter usually answers the phone, but she is out at the moment.', 900, 'Can I help you?'],
    ['Good evening.', 1300, 'This is Rose.', 900, 'Do I know you?'],
    ['Hello, hello, sorry, the phone was on the other side of the room.', 800, 'Who is it?'],
    ['Well, hello there.', 1000, 'I do not get many calls these days.'],
    ['Hm, yes?', 1600, 'Who is it, please?', 1300, 'I do not know this number.'],
  ]),
];

/** Held out: written before the rules were tuned on the others, and never used for tuning. */
export const heldOutOpenings: readonly SpokenOpening[] = [
  ...all('machine', [
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
  ...all('screening', [
    ['To reach this person, please say your name and the reason for your call.'],
    ['Hello, I am answering for Julia. Please state your name and what you are calling about.'],
    ['This number uses call screening. After the tone, say who you are.', 500, beep(1000, 300)],
    ['Say your name, and I will check whether they can take your call.'],
  ]),
  ...all('human', [
    ['Hello, Julia here.'],
    ['Hi, yes, this is he.'],
    ['Oak Lane School, good morning, Karen speaking, how may I direct your call?'],
    ['What do you want?'],
    ['Sorry, I am in a meeting, can you call me back later?'],
    ['Hello, you have reached the right person.'],
  ]),
  ...all('slow human', [
    ['Ah.', 900, 'Hello.', 1200, 'I nearly missed you, I was upstairs.'],
    ['Hello, who is calling, please?', 1000, 'My hearing is not what it was.'],
    ['Yes, this is Harold.', 1300, 'I was expecting a call from the doctor.'],
    ['Hello, just a second, I will put you on the loud speaker.', 1500, 'There we are.'],
  ]),
];
