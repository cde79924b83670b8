import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type AnalysisPdf, readReport } from '../domains/analysis/report.actions.ts';
import type { PrintReport, ReportContent } from '../domains/analysis/report.model.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';

/** Raised when the same content is drawn differently, so that what was kept is printed anew. */
const DRAWING = 1;

/**
 * Prints the report of an analysed call, and keeps it: asked again, it is read. What is kept says which content it
 * shows, so that one whose analysis, or whose contact's name, has changed since is printed again in its place.
 */
export const makeAnalysisPdf =
  (services: {
    readonly objects: ObjectStore;
    readonly print: PrintReport;
    /** What was printed could not be kept, which only costs time. */
    readonly onUnkept: (error: Error) => void;
  }): AnalysisPdf =>
  async (scope, which) => {
    const report = await readReport(scope, which);
    if (!report) return null;
    const { objects, print, onUnkept } = services;
    // Deleted by the trigger of its analysis.
    const key = `reports/${scope.companyId}/${report.attemptId}`;
    const contentType = `application/pdf; content=${fingerprintOf(report.content)}`;
    const kept = await objects.get(key);
    if (kept?.contentType === contentType) return buffer(kept.body);
    kept?.body.destroy();
    const pdf = await print(report.content);
    await objects.put(key, pdf, { contentType }).catch(onUnkept);
    return pdf;
  };

const fingerprintOf = (content: ReportContent): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, content]))
    .digest('hex');
