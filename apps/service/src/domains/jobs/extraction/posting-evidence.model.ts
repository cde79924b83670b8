import { searchable } from '@parley/kernel/text.ts';
import type { PageMetadata } from './page-metadata.model.ts';
import type { Posting } from './posting.model.ts';

/** Titles of pages that stand before what was asked for. */
const WALL =
  /^(sign ?in|log ?in|login|sign ?up|register|anmelden|anmeldung|einloggen|connexion|se connecter|identifiez|iniciar sesion|acceder|accedi|inloggen|prihlas\w*|logowanie|zaloguj\w*|bejelentkezes|logga in|just a moment|attention required|access denied|are you (a )?(human|robot)|verify you are|security check|captcha|please wait|forbidden|unauthorized|page not found|not found|404|403|401|error|seite nicht gefunden|page introuvable|stranka nenalezena|job (not found|expired|no longer available)|(this|the) (job|position|posting) (is|has been) (no longer|closed|filled|expired)|authwall|session expired)\b/;

/** A door in front of the page: somebody has to sign in, to prove to be human, or to go elsewhere. */
export function isWall({ titles, headings, asksForPassword }: PageMetadata, text: string): boolean {
  if ([...titles.slice(0, 2), ...headings].some((title) => WALL.test(searchable(title)))) return true;
  return asksForPassword && text.length < 800;
}

/** Less is a frame around nothing: a page that its scripts would have filled. */
const LEAST_TEXT = 60;

/** Words that some posting of each language has; one is enough. */
const WORDS =
  /\b(jobs?|position|role|vacanc\w+|hiring|hire|apply|application|candidate|responsib\w+|requirement\w*|qualification\w*|salary|experience|career|full[- ]?time|part[- ]?time|we are looking|team|employ\w+|stelle\w*|bewerb\w+|aufgaben|gehalt|mitarbeit\w*|anforderung\w*|emploi|poste|candidat\w*|salaire|missions|recrut\w+|empleo|puesto|vacante|requisitos|sueldo|trabajo|lavoro|offerta|candidatur\w*|posizione|vacature|functie|sollicit\w+|werken|prace|praci|pozice|pozici|nabidka|mzda|plat|zivotopis|pracovn\w*|praca|ponuka|oferta|stanowisk\w*|wymagania|wynagrodzenie|aplikuj|allas\w*|munka\w*|fizetes|jobb|tjanst\w*|ansok\w*|stilling\w*|sok|tyopaikka|hae|angajam|tuyen dung|cong viec|ung vien|vaga)\b|вакансия|работа|робота|θέση|职位|招聘|求人|募集|채용/u;
const PATHS =
  /job|career|karriere|stelle|vacan|position|emploi|empleo|lavoro|prac|nabidk|opening|posting|offer|recruit/i;

/** Whether a page without any data about a job is the posting of one: by its labels, its words or its address. */
export function looksLikePosting(
  text: string,
  labelled: Posting,
  { titles }: PageMetadata,
  url: string,
): boolean {
  if (text.length < LEAST_TEXT) return false;
  if (labelled.contractType ?? labelled.salary ?? labelled.workMode) return true;
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {};
  return (
    WORDS.test(searchable(`${titles[0] ?? ''}\n${text.slice(0, 20_000)}`)) || PATHS.test(hostname + pathname)
  );
}
