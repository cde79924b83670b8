import type { VerdictLanguage } from './verdict-language.ts';
import * as truth from './verdict-language.ts';

export const french: VerdictLanguage = {
  language: 'FR',
  greeting: 'Allô ?',
  refusals: ['Je préfère ne pas répondre.', "C'est privé."],
  subjects: ['', 'Le contact ', 'La personne ', 'Le candidat '],
  sharedVerb: 'a',
  joints: {
    and: ['{a} et {b}', '{a} et en plus {b}', '{a}, mais {b}'],
    or: ['{a} ou {b}', 'Soit {a}, soit {b}', '{a}, ou {b}'],
    andAll: ['{a}, {b} et {c}', '{a} et {b} et {c}'],
    andEither: ['{a} et soit {b}, soit {c}', '{a}, et {b} ou {c}'],
  },
  facts: {
    years: {
      question: "Combien d'années d'expérience avez-vous ?",
      answers: [
        { value: 1, says: ['Environ un an.', 'Un an.'] },
        { value: 2, says: ['Deux ans.', "J'ai 2 ans d'expérience."] },
        { value: 3, says: ['Trois ans.', 'À peu près trois ans.'] },
        { value: 4, says: ['Je conduis depuis quatre ans.', '4 ans.'] },
        { value: 7, says: ['Sept ans.', 'Cela fait sept ans.'] },
        { value: 10, says: ['Dix ans.', 'Dix ans maintenant.'] },
      ],
      unclear: ['Ça dépend comment on compte.', 'Difficile à dire.', 'Dans l’ensemble je suis satisfait.'],
      conditions: [
        {
          holds: truth.atLeast(3),
          words: ["a au moins trois ans d'expérience", "a 3 ans d'expérience ou plus"],
          shared: ["au moins trois ans d'expérience", "un minimum de 3 ans d'expérience"],
        },
        { holds: truth.moreThan(5), words: ["a plus de cinq ans d'expérience"] },
        { holds: truth.lessThan(2), words: ["a moins de deux ans d'expérience"] },
        {
          holds: truth.within(2, 5),
          words: ["a entre deux et cinq ans d'expérience", "a de 2 à 5 ans d'expérience"],
        },
      ],
    },
    licence: {
      question: 'Avez-vous un permis de conduire ?',
      answers: [
        { value: true, says: ['Oui.', 'Oui, depuis longtemps.', 'Oui, bien sûr.'] },
        { value: false, says: ['Non.', 'Non, pas encore.', 'Malheureusement pas.'] },
      ],
      unclear: ['Ça dépend.', 'Bonne question.'],
      conditions: [
        {
          holds: truth.isYes,
          words: [
            'a un permis de conduire',
            'possède un permis de conduire',
            "dispose d'un permis de conduire",
          ],
          shared: ['un permis de conduire', 'un permis de conduire valide'],
        },
        {
          holds: truth.isNo,
          words: [
            "n'a pas de permis de conduire",
            'ne possède pas de permis de conduire',
            "n'a aucun permis de conduire",
          ],
        },
      ],
    },
    start: {
      question: 'Quand pourriez-vous commencer ?',
      answers: [
        { value: truth.on('2026-04-01'), says: ['Le 1er avril.', 'À partir du 1er avril.'] },
        { value: truth.on('2026-05-01'), says: ['Le 1er mai.'] },
        { value: truth.on('2026-06-15'), says: ['Le 15 juin.'] },
        { value: truth.during('2026-07-01', '2026-07-31'), says: ['En juillet.'] },
      ],
      unclear: ['Ça dépend de mon patron.', 'Je ne peux pas encore le dire.'],
      conditions: [
        {
          holds: truth.before('2026-06-01'),
          words: ['peut commencer avant juin', 'pourrait commencer avant le 1er juin'],
        },
        {
          holds: truth.notAfter('2026-05-01'),
          words: ["peut commencer d'ici le 1er mai", 'peut commencer au plus tard le 1er mai'],
        },
        {
          holds: truth.after('2026-06-30'),
          words: ['ne peut commencer qu’après juin', 'peut commencer seulement après le 30 juin'],
        },
        { holds: truth.after('2026-05-01'), words: ['peut commencer après le 1er mai'] },
      ],
    },
    city: {
      question: 'Où habitez-vous ?',
      answers: [
        { value: 'Lyon', says: ['À Lyon.', "J'habite à Lyon.", 'Lyon, près de la gare.'] },
        { value: 'Paris', says: ['À Paris.', 'Je vis à Paris.'] },
        { value: 'Nantes', says: ['Nantes.', "J'habite maintenant à Nantes."] },
      ],
      unclear: ['Un peu partout.', 'Je déménage souvent.'],
      conditions: [
        { holds: truth.is('Lyon'), words: ['habite à Lyon', 'vit à Lyon'] },
        { holds: truth.is('Paris'), words: ['habite à Paris'] },
        { holds: truth.isNot('Lyon'), words: ["n'habite pas à Lyon"] },
        { holds: truth.isOneOf('Lyon', 'Nantes'), words: ['habite à Lyon ou à Nantes'] },
      ],
    },
    languages: {
      question: 'Quelles langues parlez-vous ?',
      answers: [
        { value: ['French', 'English'], says: ['Français et anglais.', 'Je parle français et anglais.'] },
        { value: ['French', 'Spanish', 'English'], says: ['Français, espagnol et anglais.'] },
        { value: ['French'], says: ['Seulement le français.', 'Français.'] },
        { value: ['French', 'German'], says: ['Français et allemand.'] },
      ],
      unclear: ['Plusieurs.', 'Oh, quelques-unes.'],
      conditions: [
        { holds: truth.includes('English'), words: ['parle anglais', "parle l'anglais"] },
        { holds: truth.includes('French', 'English'), words: ['parle français et anglais'] },
        { holds: truth.lacks('German'), words: ['ne parle pas allemand'] },
      ],
    },
    salary: {
      question: 'Quel salaire attendez-vous par mois ?',
      answers: [
        { value: 3000, says: ['3000 euros.', 'Trois mille.'] },
        { value: 4000, says: ['Environ 4000.', 'Quatre mille euros.'] },
        { value: 5000, says: ['5000.', "J'attends cinq mille euros."] },
      ],
      unclear: ["Ce qui est d'usage.", 'Je vous laisse décider.'],
      conditions: [
        {
          holds: truth.lessThan(3500),
          words: ['attend moins de 3500', 'attend un salaire inférieur à 3500 euros'],
        },
        {
          holds: truth.atMost(4000),
          words: ['attend au plus 4000 par mois', 'attend au maximum 4000 euros'],
        },
        { holds: truth.moreThan(4000), words: ['attend plus de 4000', 'attend un salaire supérieur à 4000'] },
      ],
    },
    weekends: {
      question: 'Accepteriez-vous de travailler le week-end ?',
      answers: [
        { value: true, says: ['Oui, pas de problème.', 'Oui, volontiers.', 'Oui, ça va.'] },
        { value: false, says: ['Non, jamais.', "Non, j'ai des enfants.", 'Non.'] },
      ],
      unclear: ['Ça dépend.', 'Peut-être.'],
      conditions: [
        {
          holds: truth.isYes,
          words: [
            'accepte de travailler le week-end',
            'est prêt à travailler le week-end',
            'veut bien travailler le week-end',
          ],
        },
        {
          holds: truth.isNo,
          words: ['refuse de travailler le week-end', "n'accepte pas de travailler le week-end"],
        },
      ],
    },
    interest: {
      question: 'Êtes-vous intéressée par le poste ?',
      answers: [{ value: true, says: ['Oui, beaucoup.', 'Oui, tout à fait.', 'Oui.'] }],
      unclear: ['Je ne sais pas encore.', 'Peut-être.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['est intéressée par le poste', 'est intéressée', 'est intéressé par le poste'],
        },
        { holds: truth.isNo, words: ["n'est pas intéressée par le poste", "n'est pas intéressé"] },
      ],
    },
    car: {
      question: 'Possédez-vous une voiture ?',
      answers: [
        { value: true, says: ['Oui, une Volvo.', 'Oui.', 'Oui, bien sûr.'] },
        { value: false, says: ['Non.', 'Non, je prends le bus.'] },
      ],
      unclear: ['Ça dépend.', 'Je ne suis pas sûre.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['possède une voiture', 'a une voiture'],
          shared: ['une voiture', 'sa propre voiture'],
        },
        { holds: truth.isNo, words: ["n'a pas de voiture", 'ne possède pas de voiture'] },
      ],
    },
  },
};
