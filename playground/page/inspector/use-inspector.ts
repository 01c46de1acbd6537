import { useEffect, useRef, useState } from 'preact/hooks';
import type { InspectorEntry } from '../../inspector-protocol.ts';
import type { PageLogEntry } from '../../slack/page-protocol.ts';
import { useUi } from '../common/page-hooks.ts';
import { listenLines } from '../state/live.ts';
import { fetchPlatformLog, fetchSlackLog } from '../state/playground-client.ts';

/** Both logs so far. A log is null if it isn't available. */
export type InspectorLogs = {
  readonly slack: readonly PageLogEntry[] | null;
  readonly platform: readonly InspectorEntry[] | null;
};

const kept = 600;
const pause = 120;
const every = 2_500;

export function useInspector(): InspectorLogs & { readonly isLoaded: boolean } {
  const revision = useUi((ui) => ui.server?.revision ?? 0);
  const [logs, setLogs] = useState<InspectorLogs & { readonly isLoaded: boolean }>({
    slack: [],
    platform: [],
    isLoaded: false,
  });
  const turn = useRef<Promise<void>>(Promise.resolve());
  const lastNumbers = useRef({ slack: 0, platform: 0 });
  const readMore = async () => {
    const [slack, platform] = await Promise.all([
      fetchSlackLog(lastNumbers.current.slack),
      fetchPlatformLog(lastNumbers.current.platform),
    ]);
    lastNumbers.current = {
      slack: slack?.at(-1)?.n ?? lastNumbers.current.slack,
      platform: platform?.at(-1)?.n ?? lastNumbers.current.platform,
    };
    setLogs((was) => ({ slack: joined(was.slack, slack), platform: joined(was.platform, platform), isLoaded: true }));
  };
  const next = () => {
    turn.current = turn.current.then(readMore);
  };
  useEffect(() => {
    const timer = window.setTimeout(next, pause);
    return () => window.clearTimeout(timer);
  }, [revision]);
  useEffect(() => {
    const timer = window.setInterval(next, every);
    return () => window.clearInterval(timer);
  }, []);
  const hasPlatform = logs.isLoaded && logs.platform !== null;
  useEffect(() => {
    if (!hasPlatform) return;
    const live = listenLines('/_inspector/live', () => {}, next);
    return live.close;
  }, [hasPlatform]);
  return logs;
}

function joined<T>(was: readonly T[] | null, fresh: readonly T[] | null): readonly T[] | null {
  if (fresh === null) return was === null || was.length === 0 ? null : was;
  return fresh.length === 0 && was !== null ? was : [...(was ?? []), ...fresh].slice(-kept);
}
