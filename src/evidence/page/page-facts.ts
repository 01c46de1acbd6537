import type { Text } from '../../core/text/text.ts';
import type { EvidenceManifest } from '../evidence-manifest.ts';
import type { EvidenceSummary } from '../evidence-summary.ts';
import type { Html } from './page-html.ts';

export interface PageFacts extends EvidenceSummary {
  readonly manifest: EvidenceManifest;
}

export type Write = (text: Text) => Html;
