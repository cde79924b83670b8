import { Journey } from './journey.ts';
import { KeptKey } from './kept-key.ts';
import { Stage } from './stage.ts';
import { Tongue } from './tongue.ts';
import { waitingView } from './waiting-view.ts';

const find = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found;
};

const stage = new Stage(find('call'), find('announcement'));
const tongue = await Tongue.ofBrowser(navigator.languages);
stage.show(waitingView(tongue.texts.opening));
const url = location.origin + location.pathname;
await new Journey({ url, stage, tongue, keptKey: new KeptKey(location.pathname) }).begin();
