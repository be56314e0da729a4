import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { platform } from '@platform'
import { verifyCard } from '#shared/contract/card.ts'
import { api } from '../../platform/api.ts'
import type { CheckState, RecentCheck } from './check-state.ts'
import { type Checker, createChecker } from './checker.ts'
import { judgeHere } from './judge-here.ts'

const { shell } = platform

interface CheckerOptions {
  /** Whose earlier check-in is told; '' for none. */
  readonly eventId: string
  readonly before: readonly RecentCheck[]
  /** Gets the list when the page is left. */
  readonly onLeave: (recent: readonly RecentCheck[]) => void
}

/** The checks of this page. What is under way ends with it. */
export function useChecker({ eventId, before, onLeave }: CheckerOptions): {
  readonly checker: Checker
  readonly state: CheckState
} {
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  const [checker] = useState(() =>
    createChecker({
      verify: ({ kind, text }, signal, event) => {
        const about = event === '' ? {} : { eventId: event }
        return api.call(
          verifyCard,
          { body: kind === 'scanned' ? { payload: text, ...about } : { cardId: text, ...about } },
          { signal },
        )
      },
      judgeHere: shell === undefined ? undefined : (input) => judgeHere(shell, input),
      now: () => new Date(),
      recent: before,
    }),
  )
  useEffect(() => checker.standAt(eventId), [checker, eventId])
  const state = useSyncExternalStore(checker.subscribe, checker.state)
  useEffect(() => {
    function connected(): void {
      const { check } = checker.state()
      if (check.kind === 'unchecked' && check.trouble.kind === 'offline') checker.retry()
    }
    window.addEventListener('online', connected)
    return () => {
      window.removeEventListener('online', connected)
      checker.clear() // a card without a verdict goes into the list as not checked
      checker.stop()
      leave.current(checker.state().recent)
    }
  }, [checker])
  return { checker, state }
}
