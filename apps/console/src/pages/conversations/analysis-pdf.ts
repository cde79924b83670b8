import { type Act, useAct } from '../../api/act.ts';
import { get } from '../../api/client.ts';
import { saveFile } from '../../kit/download.ts';

/** The analysis as a file: made by the service, saved by the browser. */
export function useAnalysisPdf(id: string): Act<undefined, unknown> {
  return useAct(() => get('/conversations/{id}/analysis/pdf', { path: { id } }), {
    onDone: ({ analysisPdfBase64 }) =>
      saveFile(`analysis-${id}.pdf`, bytesOf(analysisPdfBase64), 'application/pdf'),
  });
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
