import type { Truth } from './verdict-language.ts';

/** How people take back, reverse or leave open what they said of a fact, by language and fact. */
export interface ChangedMind {
  /** Said before anything was asked. */
  readonly ahead: { readonly value: Truth; readonly says: string };
  /** Said later, beside another answer: it holds no longer. */
  readonly withdraws: readonly string[];
  /** Said later, beside another answer: now this is so. */
  readonly reverses: readonly { readonly value: Truth; readonly says: string }[];
  /** They have a yes or a number in them and tell nothing. */
  readonly open: readonly string[];
}

export const changedMinds: Readonly<Record<string, Readonly<Record<string, ChangedMind>>>> = {
  EN: {
    licence: {
      ahead: { value: true, says: 'Hello? I have a driving licence.' },
      withdraws: [
        'Forget what I said about the driving licence.',
        'Please ignore what I said about the licence.',
        'Scratch what I told you about the driving licence.',
      ],
      reverses: [
        { value: false, says: 'Actually, I have no driving licence.' },
        { value: false, says: 'Sorry, I lied, I do not have a driving licence.' },
        { value: true, says: 'Sorry, I was wrong before, I do have a driving licence.' },
      ],
      open: [
        'Yes and no.',
        'Yes, well, that depends on what you call one.',
        'I might have, I would have to look.',
      ],
    },
    years: {
      ahead: { value: 7, says: 'Hello? I have seven years of experience.' },
      withdraws: ['Forget what I said about the years of experience.', 'The years I told you were wrong.'],
      reverses: [
        { value: 1, says: 'Actually, I only have one year of experience.' },
        { value: 10, says: 'Sorry, I meant ten years of experience.' },
      ],
      open: [
        'I would have to work that out.',
        'Long enough.',
        'My brother has ten, I could not say for myself.',
      ],
    },
    weekends: {
      ahead: { value: true, says: 'Hello? I could work on weekends.' },
      withdraws: ['Forget what I said about weekends.', 'I take back what I said about the weekends.'],
      reverses: [
        { value: false, says: 'Actually, I cannot work on weekends.' },
        { value: false, says: 'On second thoughts, no weekends.' },
      ],
      open: ['Yes, maybe, it depends on my wife.', 'Yes and no.', 'If I had a babysitter, yes.'],
    },
    car: {
      ahead: { value: true, says: 'Hello? I own a car.' },
      withdraws: ['Forget what I said about the car.'],
      reverses: [
        { value: false, says: 'Actually, I do not own a car any more.' },
        { value: false, says: 'Wait, the car is sold, I have no car.' },
      ],
      open: ['My brother has a car.', 'Yes and no.', 'I wish I had a car.'],
    },
  },
  DE: {
    licence: {
      ahead: { value: true, says: 'Ja, hallo? Ich habe einen Führerschein.' },
      withdraws: [
        'Vergessen Sie, was ich zum Führerschein gesagt habe.',
        'Das mit dem Führerschein nehme ich zurück.',
      ],
      reverses: [
        { value: false, says: 'Moment, ich habe doch keinen Führerschein.' },
        { value: false, says: 'Entschuldigung, das war gelogen, ich habe keinen Führerschein.' },
      ],
      open: ['Jein.', 'Ja und nein.', 'Vielleicht, da müsste ich nachsehen.'],
    },
    years: {
      ahead: { value: 7, says: 'Ja, hallo? Ich habe sieben Jahre Berufserfahrung.' },
      withdraws: ['Vergessen Sie, was ich zur Berufserfahrung gesagt habe.'],
      reverses: [{ value: 1, says: 'Moment, ich habe nur ein Jahr Berufserfahrung.' }],
      open: ['Das müsste ich ausrechnen.', 'Lange genug.'],
    },
    weekends: {
      ahead: { value: true, says: 'Ja, hallo? Am Wochenende kann ich arbeiten.' },
      withdraws: ['Vergessen Sie, was ich zum Wochenende gesagt habe.'],
      reverses: [{ value: false, says: 'Nein, am Wochenende kann ich doch nicht arbeiten.' }],
      open: [
        'Ja, vielleicht, das kommt auf meine Frau an.',
        'Jein.',
        'Wenn ich jemanden für die Kinder hätte, ja.',
      ],
    },
    car: {
      ahead: { value: true, says: 'Ja, hallo? Ich besitze ein Auto.' },
      withdraws: ['Vergessen Sie, was ich zum Auto gesagt habe.'],
      reverses: [{ value: false, says: 'Moment, ich besitze kein Auto mehr.' }],
      open: ['Mein Bruder hat ein Auto.', 'Jein.'],
    },
  },
  FR: {
    licence: {
      ahead: { value: true, says: "Allô ? J'ai un permis de conduire." },
      withdraws: ["Oubliez ce que j'ai dit sur le permis de conduire."],
      reverses: [{ value: false, says: "En fait, je n'ai pas de permis de conduire." }],
      open: ['Oui et non.', 'Peut-être, il faudrait que je regarde.'],
    },
    weekends: {
      ahead: { value: true, says: 'Allô ? Je peux travailler le week-end.' },
      withdraws: ["Oubliez ce que j'ai dit sur le week-end."],
      reverses: [{ value: false, says: 'En fait, je ne peux pas travailler le week-end.' }],
      open: ['Oui, peut-être, ça dépend de ma femme.', 'Oui et non.'],
    },
    car: {
      ahead: { value: true, says: "Allô ? J'ai une voiture." },
      withdraws: ["Oubliez ce que j'ai dit sur la voiture."],
      reverses: [{ value: false, says: "En fait, je n'ai plus de voiture." }],
      open: ['Mon frère a une voiture.', 'Oui et non.'],
    },
  },
  ES: {
    licence: {
      ahead: { value: true, says: '¿Diga? Tengo carnet de conducir.' },
      withdraws: ['Olvide lo que dije del carnet de conducir.'],
      reverses: [{ value: false, says: 'En realidad no tengo carnet de conducir.' }],
      open: ['Sí y no.', 'Quizás, tendría que mirarlo.'],
    },
    weekends: {
      ahead: { value: true, says: '¿Diga? Puedo trabajar los fines de semana.' },
      withdraws: ['Olvide lo que dije de los fines de semana.'],
      reverses: [{ value: false, says: 'En realidad no puedo trabajar los fines de semana.' }],
      open: ['Sí, quizás, depende de mi mujer.', 'Sí y no.'],
    },
    car: {
      ahead: { value: true, says: '¿Diga? Tengo coche.' },
      withdraws: ['Olvide lo que dije del coche.'],
      reverses: [{ value: false, says: 'En realidad ya no tengo coche.' }],
      open: ['Mi hermano tiene coche.', 'Sí y no.'],
    },
  },
};
