import type { PhraseBook } from './spoken-phrase.ts';

export const englishPhrases = {
  EN: {
    ask_again: [
      'Let me put it another way: {question}',
      'Let me ask that again: {question}',
      'Sorry, I may not have been clear: {question}',
      'Perhaps I can ask it like this: {question}',
    ],
    ask_again_briefly: ['In short: {question}', 'Just briefly: {question}', 'One last time: {question}'],
    clarify: [
      'Just so I get this right: {question}',
      'I want to be sure that I understood you: {question}',
      'Sorry, I did not quite get that: {question}',
      'To be certain: {question}',
    ],
    acknowledge: ['Thank you.', 'I see.', 'Got it.', 'I understand.', 'Thanks for telling me.'],
    acknowledge_briefly: ['All right.', 'Okay.', 'Got it.', 'Okay, thank you.', 'Thanks.'],
    acknowledge_number: [
      "Thank you, I've noted that.",
      "Okay, I've written that down.",
      'Got it, thank you.',
      'Noted, thank you.',
    ],
    accept_refusal: [
      "That's fine, we can leave that out.",
      "No problem, you don't have to answer that.",
      "That's all right, let's skip it.",
    ],
    section_about: [
      "I'd like to talk about this: {title}.",
      'The next point is this: {title}.',
      'Let me come to this: {title}.',
    ],
    section_open: [
      'Is there anything you would like to say or ask?',
      'What would you like to tell us?',
      'What would you like to talk about?',
    ],
    unknown_answer: [
      "I don't know that, but I've noted your question.",
      "I can't tell you that, but I've written your question down.",
      "I have no information on that. I've noted your question.",
    ],
    back_to_topic: [
      "Let's come back to the reason for my call.",
      "If you don't mind, let's go back to what I'm calling about.",
      'Let me return to our topic.',
    ],
    still_there: ['Are you still there?', 'Hello, can you hear me?', 'Are you still on the line?'],
    give_moment: ['Of course, take your time.', "Sure, I'll wait.", 'No problem, take a moment.'],
    announce_handoff: [
      'I will connect you with a person now. One moment, please.',
      'Please hold the line, I am passing you on to a colleague.',
      'One moment, please, I am transferring you to a person.',
    ],
    choose_destination: [
      'Whom would you like to speak to: {choices}?',
      'Where may I connect you: {choices}?',
      'Which of these should I connect you with: {choices}?',
    ],
    handoff_failed: [
      "I'm sorry, nobody could take the call just now.",
      "I'm afraid I couldn't reach anyone.",
      "I'm sorry, I couldn't get through to anyone.",
    ],
    take_message: [
      'There is nobody who can take the call right now. What may I pass on?',
      "I'm afraid nobody is available at the moment. What would you like me to pass on?",
      'Nobody is free right now, but I can take a message. What should I pass on?',
    ],
    confirm_message: [
      "Thank you, I'll pass that on.",
      "I've noted your message and will pass it on.",
      "Got it, I'll pass your message on.",
    ],
    ask_callback_time: [
      'When would be a good time to call you?',
      'What time would suit you better?',
      'When may we call you again?',
    ],
    confirm_callback: [
      "All right, we'll call you {time}.",
      "Thank you, we'll call you again {time}.",
      "I've noted it: we'll call you back {time}.",
    ],
    confirm_callback_open: [
      "All right, we'll try again another time.",
      "No problem, we'll try you again later.",
      "Thank you, we'll call again another time.",
    ],
    respect_refusal: [
      'I understand. Thank you for telling me.',
      "That's perfectly fine. Thank you for letting me know.",
      'I understand, and I will not take up more of your time.',
    ],
    confirm_opt_out: [
      "I've noted it; you won't be called again.",
      "I've noted that you don't want any more calls. You won't be called again.",
      "Of course. I've noted it, and you won't receive any more calls from us.",
    ],
    apologise_wrong_person: [
      "I'm sorry, then I have the wrong person. Excuse the disturbance.",
      'I apologise, I was trying to reach someone else.',
      "I'm sorry for the mix-up. Please excuse the call.",
    ],
    introduce: [
      'This is the AI assistant of {company}.',
      "I'm the AI assistant of {company}.",
      "You're speaking with the AI assistant of {company}.",
    ],
    answer_screening: [
      'This is the AI assistant of {company} calling for {contact}.',
      "Hello, I'm the AI assistant of {company}, and I'm calling for {contact}.",
      'The AI assistant of {company} is calling for {contact}.',
    ],
    goodbye: [
      'Thank you for your time. Goodbye.',
      'Thank you very much. Goodbye.',
      'Thanks for talking to me. Goodbye.',
    ],
    running_out_of_time: [
      'We are almost out of time, so let me come to the end.',
      'Our time is nearly up, so I will finish here.',
      'I see that our time is running out, so let me close here.',
    ],
    technical_apology: [
      "I'm sorry, we have a technical problem, so I have to end the call here.",
      'I apologise, something went wrong on our side, and I have to stop here.',
      "I'm sorry, there is a fault on our side. I have to end this call.",
    ],
  },
} as const satisfies Readonly<Record<string, PhraseBook>>;
