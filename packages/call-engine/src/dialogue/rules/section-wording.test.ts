import type { Language } from '@parley/language/language.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { CallContext } from '../dialogue-model.ts';
import { needsModel, sectionWords } from './section-wording.ts';

const context = (language: Language, agentName = 'Kai'): CallContext => ({
  plan: scriptedPlan([], {
    agent: { id: 'agent', versionId: 'version', name: agentName },
    language,
    known: { contact: { motto: 'Carpe diem.' }, job: {} },
  }),
  turns: [],
  answeredAt: '2026-11-15T09:00:00Z',
  seed: 1,
});

const said = (prompt: string, title?: string, language: Language = 'EN', agent?: string): string =>
  sectionWords(
    { id: 's', type: 'sequential', prompt, ...(title === undefined ? {} : { title }) },
    context(language, agent),
  );

test.each([
  // Questions, yes or no
  ['Ask whether they are available in May.', 'Are you available in May?'],
  ['Ask if they have time now', 'Do you have time now?'],
  ['Ask whether now is a good time.', 'Is now a good time?'],
  ['ask the candidate whether she has worked with React before', 'Have you worked with React before?'],
  ['Ask if the customer still uses the product.', 'Do you still use the product?'],
  ['Ask whether the candidate is willing to relocate.', 'Are you willing to relocate?'],
  ['Ask if they would like to receive an offer.', 'Would you like to receive an offer?'],
  ['Ask them if there is anything else we can help with.', 'Is there anything else we can help with?'],
  ['Ask whether their address is still correct.', 'Is your address still correct?'],
  ['Ask whether the time suits them.', 'Could you tell me whether the time suits you?'],
  ['Ask whether that sounds good.', 'Does that sound good?'],
  ['Ask whether they received our letter.', 'Could you tell me whether you received our letter?'],
  ['Ask if they got our email.', 'Did you get our email?'],
  ['Find out whether they own or rent their home.', 'Do you own or rent your home?'],
  ['Check if they have any allergies.', 'Do you have any allergies?'],
  ['Ask if anything has changed since last year.', 'Has anything changed since last year?'],
  ['Ask whether you may record the call.', 'May I record the call?'],
  ['Ask "Ada" whether she can come on Monday.', 'Can you come on Monday?'],
  [
    'Ask politely whether the contact has a question for the company, and note what they say.',
    'Do you have a question for the company?',
  ],
  ['Your task is to find out if they want to renew.', 'Do you want to renew?'],
  ["Ask if they're happy with the service.", 'Are you happy with the service?'],

  ['Ask if he is the owner of the house.', 'Are you the owner of the house?'],
  ['Ask if they can hear you well.', 'Can you hear me well?'],
  [
    'Ask whether they\'ve had any issues with their order "A-1234".',
    'Have you had any issues with your order A-1234?',
  ],
  [
    'Ask if they or someone in their family has diabetes.',
    'Could you tell me whether you or someone in your family has diabetes?',
  ],
  [
    'Please ask the contact if it is okay to talk now. If not, ask for a better time.',
    'Is it okay to talk now?',
  ],

  [
    "See whether they'd be open to a short meeting next week.",
    'Would you be open to a short meeting next week?',
  ],
  [
    'Ask if they have ever managed a team and how big it was.',
    'Have you ever managed a team? How big was it?',
  ],
  ['Confirm you are speaking with "Ada Lovelace".', 'Am I speaking with Ada Lovelace?'],
  [
    'Ask how satisfied they were, whether the driver was friendly, and what we could improve.',
    'How satisfied were you? Was the driver friendly? What could we improve?',
  ],

  // Questions, open
  [
    'Ask the customer on a scale from 0 to 10 how likely they are to recommend us.',
    'On a scale from 0 to 10, how likely are you to recommend us?',
  ],
  ['Ask which of our products they use and how often.', 'Which of our products do you use and how often?'],
  ['Warm up: ask how their day is going.', 'How is your day going?'],
  ['Ask the candidate how he would handle an angry customer.', 'How would you handle an angry customer?'],
  ['Say "Hello!" and ask "How are you?"', 'Hello! How are you?'],
  ['Ask what their notice period is.', 'What is your notice period?'],
  ["Ask what the candidate's salary expectations are.", 'What are your salary expectations?'],
  ['Ask when they can start.', 'When can you start?'],
  ['Ask how satisfied they are with our service.', 'How satisfied are you with our service?'],
  ['Ask what went wrong.', 'What went wrong?'],
  ['Apologise, and ask what went wrong.', "I'm sorry about that. What went wrong?"],
  ['Ask them why they left their last job.', 'Why did you leave your last job?'],
  ['Ask how many people work in their team.', 'How many people work in your team?'],
  ['Ask which days work best for them.', 'Which days work best for you?'],
  ['Ask what kind of role they are looking for.', 'What kind of role are you looking for?'],
  ['Ask what they expect.', 'What do you expect?'],
  ['Ask how their last visit was.', 'How was your last visit?'],
  ['Ask when would be a good time to call back.', 'When would be a good time to call back?'],
  ['Ask how the interview went.', 'Could you tell me how the interview went?'],
  [
    'Ask what their notice period is and when they could start.',
    'What is your notice period? When could you start?',
  ],
  ['Find out what matters most to them.', 'What matters most to you?'],
  ['Ask who their current employer is.', 'Who is your current employer?'],
  ['Ask: When can you start?', 'When can you start?'],
  ['What is your favourite colour?', 'What is your favourite colour?'],

  ["Ask what's most important to them.", 'What is most important to you?'],
  ["Ask how long they've been working there.", 'How long have you been working there?'],
  ['Ask how much experience they have with SAP.', 'How much experience do you have with SAP?'],
  ['Ask who makes the decision.', 'Who makes the decision?'],
  ['Ask how many employees the company has.', 'Could you tell me how many employees the company has?'],

  // What the conductor does anyway is not said
  [
    'Ask whether they have any questions about the job, and answer them.',
    'Do you have any questions about the job?',
  ],
  ['Ask if they have any questions. Answer them from the documents.', 'Do you have any questions?'],

  // Requests
  ['Ask them to describe a typical day.', 'Could you please describe a typical day?'],
  ['Ask the candidate to introduce themselves.', 'Could you please introduce yourself?'],
  ['Ask for their email address.', 'Could you tell me your email address?'],
  ['Ask kindly for the reason and thank them.', 'Thank you. Could you tell me the reason?'],
  ['Ask about their experience with Python.', 'Could you tell me about your experience with Python?'],
  ['Remind them to bring their passport.', 'Please remember to bring your passport.'],
  ['Invite them to the open day on Friday.', "I'd like to invite you to the open day on Friday."],
  ['Confirm that they can come on Tuesday at 10.', 'Can I confirm that you can come on Tuesday at 10?'],
  ['Confirm their appointment on Monday.', 'Can I confirm your appointment on Monday?'],
  ['Get their date of birth.', 'Could you tell me your date of birth?'],

  ['Ask them for their consent to record the call.', 'Could you give me your consent to record the call?'],
  ['Ask them to rate us and to explain why.', 'Could you please rate us and explain why?'],
  ['Find out their availability.', 'Could you tell me your availability?'],

  // Statements
  ['Explain that the role is based in Vienna and pays 60k.', 'The role is based in Vienna and pays 60k.'],
  ['Tell them that we are moving to a new office.', 'We are moving to a new office.'],
  ['Mention that their contract ends in June.', 'Your contract ends in June.'],
  ["Let the customer know we'll refund them within 5 days.", "We'll refund you within 5 days."],
  ['Tell them you will send an email.', 'I will send an email.'],
  ['Inform the patient that the appointment takes one hour.', 'The appointment takes one hour.'],
  ['Say "We have received your order."', 'We have received your order.'],
  [
    'Tell them: “Your table is ready, and we look forward to it.”',
    'Your table is ready, and we look forward to it.',
  ],
  ["Say 'Hi, it's a pleasure to talk to you.'", "Hi, it's a pleasure to talk to you."],
  ['Offer to send them the brochure by email.', 'If you like, we can send you the brochure by email.'],
  ['Offer them a discount of 10 percent.', 'I can offer you a discount of 10 percent.'],
  [
    'Explain that the interviews are online and that they take an hour.',
    'The interviews are online and they take an hour.',
  ],

  ['Tell "Ada" that the order "A-1234" has been shipped.', 'The order A-1234 has been shipped.'],
  [
    'Explain that you are an AI assistant and that the call takes about 5 minutes.',
    'I am an AI assistant and the call takes about 5 minutes.',
  ],
  [
    'Let them know that if they are not available we can call back.',
    'If you are not available we can call back.',
  ],
  ["Explain that the candidate's profile matches the role.", 'Your profile matches the role.'],

  ['Tell them the price is 20 euros per month.', 'The price is 20 euros per month.'],
  ['Tell them the office closes at six.', 'The office closes at six.'],

  ['Mention we also offer financing.', 'We also offer financing.'],
  [
    'Tell them their application was received and that someone will contact them within 3 days.',
    'Your application was received and someone will contact you within 3 days.',
  ],
  [
    'Call the customer about their invoice. Be polite. Explain that it was due on 1 November. Ask when they will pay.',
    'When will you pay?',
  ],
  [
    'You are Anna, a friendly recruiter. Your goal is to find out whether the candidate is interested in the position of "Nurse". Keep it short. Never discuss salary. If they ask about pay, say that a colleague will call back.',
    'Are you interested in the position of Nurse?',
  ],

  // Manners
  [
    'Introduce yourself and ask whether now is a good time.',
    "I'm Kai, the AI assistant of Acme. Is now a good time?",
  ],
  ['Thank the contact for their time', 'Thank you for your time.'],
  ['Thank the person for the honest answer.', 'Thank you for the honest answer.'],
  ['Greet them warmly.', 'Hello Ada.'],
  ['Greet "Ada" by name and welcome them to the programme.', 'Hello Ada. Welcome to the programme.'],
  [
    'Start by thanking them for their application, then ask why they applied.',
    'Thank you for your application. Could you tell me why you applied?',
  ],
  ['Apologise for the late call.', 'I apologise for the late call.'],
  ['Wish them a nice weekend.', 'I wish you a nice weekend.'],
  ['Say goodbye.', 'Goodbye.'],
  [
    '- Greet them\n- Explain that we are hiring\n- Ask if they are interested',
    'Hello Ada. We are hiring. Are you interested?',
  ],
  ['1. Thank them for taking the call.\n2. Ask how they are.', 'Thank you for taking the call. How are you?'],
])('the section prompt "%s" is said as "%s"', (prompt, spoken) => {
  expect(said(prompt)).toBe(spoken);
});

test.each([
  'Be friendly and keep it short.',
  'Do not mention the price.',
  'If they agree, ask for a time.',
  'Listen carefully and note what they say.',
  'You are a recruiter at Acme.',
  'The candidate is nervous, so go slowly.',
  'Handle objections.',
  'Explain that the manager is ill and she will call later.',
  'Never reveal the budget; always stay polite.',
  'Qualify the lead using BANT.',
  'Ask them about you.',
  'Explain your role.',
  'Talk.',
  'Never say "We are the cheapest."',
  'You must not tell them that the price went up.',
  "You shouldn't ask whether they smoke.",
  'Say "We can lower the price." if they ask.',
  'Mention the discount if needed.',
  'Be kind, but do not tell them that the offer ends today.',
  'Get straight to the point.',
  'Ask the following questions:',
  'Give them a chance to speak.',
  'Add a note to the record.',
  'Repeat the question if needed.',
  "Tell them you're a real person.",
  'Say "I am a human being."',
  'Summarise the conversation.',
  'Frage, ob die Person Zeit hat.',
  // Half of an instruction is not said
  'Ask whether the contact is interested and, if so, when they could start.',
  'Ask whether they have worked nights and handle any objections.',
  'Tell them the price is 20 euros and negotiate.',
  'Ask what problems they have and how they solve them.',
  'Ask whether they are happy, if they seem open to it.',
  'Ask whether they smoke (only if they are over 18).',
  'Ask whether their manager is content and if he would recommend us.',
  'Ask when they can start without being pushy.',
  'Explain that it was due on 1 November.',
  'Ask if their children go to school and whether they like it.',
  'Tell them that their payment failed and how they can fix it.',
  'Introduce yourself as Dr. Smith from the clinic.',
  // Nothing is known to be told
  'Ask about tea.',
  'Explain the next steps.',
  'Talk about the weather.',
  'Tell them the good news.',
  'Tell them what we do.',
  'Let them know about the delay.',
  'Discuss salary.',
])('the section prompt "%s" is not read aloud: the title is said instead', (prompt) => {
  expect(said(prompt, 'Next steps')).toMatch(/: Next steps\.$/);
});

test('a section without a title or a readable prompt says nothing', () => {
  expect(said('Handle objections.')).toBe('');
});

test.each<[Language, string, readonly string[]]>([
  ['EN', 'Ask whether they have time. Be friendly. Never discuss salary.', []],
  ['EN', 'Ask whether they have any questions about the job, and answer them.', []],
  ['EN', 'Ask for their name. Handle objections.', ['Handle objections.']],
  ...[
    'Be persuasive about the benefits of the job.',
    'Ask them about their experience with children, probing for details.',
    'Ask about their hobbies and dreams, one at a time.',
    'Ask how their week has been and react to it.',
    'Make small talk about the weather.',
  ].map((prompt): [Language, string, readonly string[]] => ['EN', prompt, [prompt]]),
  ['EN', 'If they are "Ada", ask for a time.', ['If they are Ada, ask for a time.']],
  ['DE', 'Frage, ob die Person Zeit hat.', []],
  [
    'DE',
    'Frage, ob die Person Zeit hat und beantworte ihre Fragen.',
    ['Frage, ob die Person Zeit hat und beantworte ihre Fragen.'],
  ],
  ['PL', 'Zapytaj, czy osoba ma czas.', ['Zapytaj, czy osoba ma czas.']],
])(
  'in %s, the parts of the section prompt "%s" that need a language model are reported: %j',
  (language, prompt, left) => {
    expect(needsModel(prompt, language)).toEqual(left);
  },
);

test('the section prompt "ask when they last …" becomes a question in correct word order', () => {
  expect(said('Ask when they last saw a dentist.')).toBe('When did you last see a dentist?');
});

test('the section prompt "explain why you are calling" is said with the title of the section', () => {
  expect(said('Explain why you are calling and ask if they have two minutes.', 'Your visit')).toBe(
    "I'm calling about your visit. Do you have two minutes?",
  );
});

test('a section says at most three sentences, and a question of its prompt is among them', () => {
  const prompt =
    'Greet them. Introduce yourself. Explain that we grow. Mention that we hire. Ask if they have time.';
  expect(said(prompt)).toBe("Hello Ada. I'm Kai, the AI assistant of Acme. Do you have time?");
});

test('an agent named after its task introduces itself without that name', () => {
  expect(said('Introduce yourself.', undefined, 'EN', 'Screening Vienna')).toMatch(
    /\bAI assistant of Acme\.$/,
  );
});

test.each([
  ['DE', 'Fragen Sie: "Haben Sie gerade Zeit?"', 'Haben Sie gerade Zeit?'],
  ['DE', 'Fragen Sie nach dem Umzug: Wann ziehen Sie um?', 'Wann ziehen Sie um?'],
  ['FR', 'Dites « Merci beaucoup. » puis continuez.', 'Merci beaucoup.'],
  ['JA', '「ご都合はいかがですか？」と聞いてください。', 'ご都合はいかがですか？'],
  ['ES', 'Pregunta lo siguiente. ¿Cuándo puede empezar?', '¿Cuándo puede empezar?'],
  ['EL', 'Ρωτήστε το εξής. Πότε μπορείτε να ξεκινήσετε;', 'Πότε μπορείτε να ξεκινήσετε;'],
] as const)(
  'in %s, words in quotation marks and questions of a section prompt are said',
  (language, prompt, spoken) => {
    expect(said(prompt, 'Titel', language)).toBe(spoken);
  },
);

test.each([
  ['DE', 'Begrüßen Sie "Ada" freundlich.'],
  ['DE', 'Ask whether they have time.'],
  ['DE', 'Sagen Sie niemals "Wir sind die Billigsten."'],
  ['DE', 'Falls die Person ablehnt, sagen Sie "Sehr schade."'],
  ['DE', 'Do not say "Wir sind die Billigsten."'],
  ['DE', 'Das Motto der Person ist "Carpe diem."'],
] as const)(
  'in %s, the section prompt "%s" is not read aloud: the title is said instead',
  (language, prompt) => {
    expect(said(prompt, 'Umzug', language)).toMatch(
      /^(?:Ich möchte über Folgendes sprechen|Der nächste Punkt ist): Umzug\.$/,
    );
  },
);

test('any section prompt is worded quickly and without markup', () => {
  const odd = [
    'ask '.repeat(3000),
    `Ask whether ${'they and '.repeat(2000)}`,
    `Tell them that ${'the candidate has '.repeat(1000)}`,
    `${'what '.repeat(2000)}?`,
    '"'.repeat(9999),
    "'a ".repeat(5000),
    `Ask what ${'their '.repeat(2000)}is`,
    `${'please '.repeat(3000)}ask`,
    '⟦0⟧ ⟦1⟧ say ⟦7⟧',
    ', and '.repeat(3000),
    '('.repeat(9000),
    `ask them${' '.repeat(9000)}x`,
  ];
  const start = performance.now();
  for (const prompt of odd) {
    const spoken = said(prompt, 'Topic');
    expect(spoken.length).toBeLessThan(1000);
    expect(spoken).not.toMatch(/[⟦⟧\u2024]/u);
  }
  expect(performance.now() - start).toBeLessThan(2000);
});

test.each([
  ['JA', '「一番安いです。」と言わないでください。'],
  ['TR', '"En ucuz biziz." demeyin.'],
  ['KO', '"저희가 제일 쌉니다."라고 말하지 마세요.'],
  ['FR', 'Ne dites jamais « Nous sommes les moins chers. »'],
  ['RU', 'Никогда не говорите «Мы самые дешёвые.»'],
] as const)('in %s, words that a section prompt forbids are not said', (language, prompt) => {
  expect(said(prompt, 'Acme 5', language)).toContain('Acme 5');
});
