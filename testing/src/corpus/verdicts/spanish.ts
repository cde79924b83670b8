import type { VerdictLanguage } from './verdict-language.ts';
import * as truth from './verdict-language.ts';

export const spanish: VerdictLanguage = {
  language: 'ES',
  greeting: '¿Diga?',
  refusals: ['Prefiero no decirlo.', 'Eso es privado.'],
  subjects: ['', 'El contacto ', 'La persona ', 'El candidato '],
  sharedVerb: 'tiene',
  joints: {
    and: ['{a} y {b}', '{a} y además {b}', '{a}, pero {b}'],
    or: ['{a} o {b}', 'O {a} o {b}', '{a}, o {b}'],
    andAll: ['{a}, {b} y {c}', '{a} y {b} y {c}'],
    andEither: ['{a}, y {b} o {c}', '{a}, pero {b} o bien {c}'],
  },
  facts: {
    years: {
      question: '¿Cuántos años de experiencia tiene?',
      answers: [
        { value: 1, says: ['Más o menos un año.', 'Un año.'] },
        { value: 2, says: ['Dos años.', 'Tengo 2 años de experiencia.'] },
        { value: 3, says: ['Tres años.', 'Unos tres años.'] },
        { value: 4, says: ['Conduzco desde hace cuatro años.', '4 años.'] },
        { value: 7, says: ['Siete años.', 'Ya son siete años.'] },
        { value: 10, says: ['Diez años.', 'Diez años ya.'] },
      ],
      unclear: ['Depende de cómo se cuente.', 'Es difícil de decir.', 'En general estoy satisfecho.'],
      conditions: [
        {
          holds: truth.atLeast(3),
          words: ['tiene al menos tres años de experiencia', 'tiene 3 años de experiencia o más'],
          shared: ['al menos tres años de experiencia', 'un mínimo de 3 años de experiencia'],
        },
        { holds: truth.moreThan(5), words: ['tiene más de cinco años de experiencia'] },
        { holds: truth.lessThan(2), words: ['tiene menos de dos años de experiencia'] },
        {
          holds: truth.within(2, 5),
          words: ['tiene entre dos y cinco años de experiencia', 'tiene de 2 a 5 años de experiencia'],
        },
      ],
    },
    licence: {
      question: '¿Tiene usted carnet de conducir?',
      answers: [
        { value: true, says: ['Sí, tengo.', 'Sí, desde hace mucho.', 'Sí, claro.'] },
        { value: false, says: ['No, no tengo.', 'No, todavía no.', 'No.'] },
      ],
      unclear: ['Depende.', 'Buena pregunta.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['tiene carnet de conducir', 'posee carnet de conducir', 'dispone de carnet de conducir'],
          shared: ['carnet de conducir', 'un carnet de conducir válido'],
        },
        {
          holds: truth.isNo,
          words: ['no tiene carnet de conducir', 'no posee carnet de conducir'],
        },
      ],
    },
    start: {
      question: '¿Cuándo podría empezar?',
      answers: [
        { value: truth.on('2026-04-01'), says: ['El 1 de abril.', 'A partir del 1 de abril.'] },
        { value: truth.on('2026-05-01'), says: ['El 1 de mayo.'] },
        { value: truth.on('2026-06-15'), says: ['El 15 de junio.'] },
        { value: truth.during('2026-07-01', '2026-07-31'), says: ['En julio.'] },
      ],
      unclear: ['Depende de mi jefe.', 'Todavía no lo puedo decir.'],
      conditions: [
        {
          holds: truth.before('2026-06-01'),
          words: ['puede empezar antes de junio', 'podría empezar antes del 1 de junio'],
        },
        {
          holds: truth.notAfter('2026-05-01'),
          words: ['puede empezar a más tardar el 1 de mayo', 'puede empezar hasta el 1 de mayo'],
        },
        {
          holds: truth.after('2026-06-30'),
          words: ['solo puede empezar después de junio', 'puede empezar después del 30 de junio'],
        },
        { holds: truth.after('2026-05-01'), words: ['puede empezar después del 1 de mayo'] },
      ],
    },
    city: {
      question: '¿Dónde vive usted?',
      answers: [
        { value: 'Madrid', says: ['En Madrid.', 'Vivo en Madrid.', 'Madrid, cerca de la estación.'] },
        { value: 'Sevilla', says: ['En Sevilla.', 'Vivo en Sevilla.'] },
        { value: 'Toledo', says: ['Toledo.', 'Ahora vivo en Toledo.'] },
      ],
      unclear: ['Un poco por todas partes.', 'Me mudo a menudo.'],
      conditions: [
        { holds: truth.is('Madrid'), words: ['vive en Madrid', 'reside en Madrid'] },
        { holds: truth.is('Sevilla'), words: ['vive en Sevilla'] },
        { holds: truth.isNot('Madrid'), words: ['no vive en Madrid'] },
        { holds: truth.isOneOf('Madrid', 'Toledo'), words: ['vive en Madrid o en Toledo'] },
      ],
    },
    languages: {
      question: '¿Qué idiomas habla?',
      answers: [
        { value: ['Spanish', 'English'], says: ['Español e inglés.', 'Hablo español e inglés.'] },
        { value: ['Spanish', 'French', 'English'], says: ['Español, francés e inglés.'] },
        { value: ['Spanish'], says: ['Solo español.', 'Español.'] },
        { value: ['Spanish', 'German'], says: ['Español y alemán.'] },
      ],
      unclear: ['Varios.', 'Unos cuantos.'],
      conditions: [
        { holds: truth.includes('English'), words: ['habla inglés'] },
        { holds: truth.includes('Spanish', 'English'), words: ['habla español e inglés'] },
        { holds: truth.lacks('German'), words: ['no habla alemán'] },
      ],
    },
    salary: {
      question: '¿Qué salario espera al mes?',
      answers: [
        { value: 3000, says: ['3000 euros.', 'Tres mil.'] },
        { value: 4000, says: ['Unos 4000.', 'Cuatro mil euros.'] },
        { value: 5000, says: ['5000.', 'Espero cinco mil euros.'] },
      ],
      unclear: ['Lo que sea normal.', 'Eso lo dejo en sus manos.'],
      conditions: [
        {
          holds: truth.lessThan(3500),
          words: ['espera menos de 3500', 'espera un salario inferior a 3500 euros'],
        },
        {
          holds: truth.atMost(4000),
          words: ['espera como máximo 4000 al mes', 'espera como mucho 4000 euros'],
        },
        { holds: truth.moreThan(4000), words: ['espera más de 4000', 'espera un salario superior a 4000'] },
      ],
    },
    weekends: {
      question: '¿Estaría dispuesto a trabajar los fines de semana?',
      answers: [
        { value: true, says: ['Sí, sin problema.', 'Sí, claro.', 'Sí.'] },
        { value: false, says: ['No, nunca.', 'No, tengo hijos.', 'No.'] },
      ],
      unclear: ['Depende.', 'Quizás.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['está dispuesto a trabajar los fines de semana', 'acepta trabajar los fines de semana'],
        },
        {
          holds: truth.isNo,
          words: [
            'no está dispuesto a trabajar los fines de semana',
            'se niega a trabajar los fines de semana',
          ],
        },
      ],
    },
    interest: {
      question: '¿Está interesada en el puesto?',
      answers: [{ value: true, says: ['Sí, mucho.', 'Sí, por supuesto.', 'Sí.'] }],
      unclear: ['Todavía no lo sé.', 'Quizás.'],
      conditions: [
        {
          holds: truth.isYes,
          words: ['está interesada en el puesto', 'está interesada', 'tiene interés en el puesto'],
        },
        { holds: truth.isNo, words: ['no está interesada en el puesto', 'no tiene interés en el puesto'] },
      ],
    },
    car: {
      question: '¿Tiene usted coche?',
      answers: [
        { value: true, says: ['Sí, un Volvo.', 'Sí.', 'Sí, claro.'] },
        { value: false, says: ['No.', 'No, voy en autobús.'] },
      ],
      unclear: ['Depende.', 'No estoy segura.'],
      conditions: [
        { holds: truth.isYes, words: ['tiene coche', 'posee un coche'], shared: ['coche', 'coche propio'] },
        { holds: truth.isNo, words: ['no tiene coche', 'no posee coche'] },
      ],
    },
  },
};
