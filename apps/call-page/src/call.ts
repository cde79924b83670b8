import { Journey } from './journey.ts';
import { waitingView } from './notices.ts';
import { PageLanguage } from './page-language.ts';
import { ResumeKeyStore } from './resume-key.ts';
import { Stage } from './stage.ts';

const find = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found;
};

const stage = new Stage(find('call'), find('announcement'));
const language = await PageLanguage.ofBrowser(navigator.languages);
stage.show(waitingView(language.texts.opening));
const url = location.origin + location.pathname;
await new Journey({ url, stage, language, resumeKeys: new ResumeKeyStore(location.pathname) }).begin();
