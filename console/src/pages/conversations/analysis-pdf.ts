import { type Act, useAct } from '../../api/act.ts';
import { get } from '../../api/client.ts';

/** The analysis as a file: made by the service, saved by the browser. */
export function useAnalysisPdf(id: string): Act<undefined, unknown> {
  return useAct(() => get('/conversations/{id}/analysis/pdf', { path: { id } }), {
    onDone: ({ analysisPdfBase64 }) => save(`analysis-${id}.pdf`, analysisPdfBase64),
  });
}

function save(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
