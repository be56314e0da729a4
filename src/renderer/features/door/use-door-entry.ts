import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkIn } from '#shared/contract/events.ts'
import { ownEntries } from '../../parts/card-check/check-in/own-entries.ts'
import type { Check } from '../../parts/card-check/check/check-state.ts'
import { UNUSED_LIMIT_MS } from '../../parts/card-check/check/door-memory.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { problemText } from '../../ui/call/form-problems.ts'
import { type DoorEntryState, mayEnter, mayEnterByItself } from './door-view.ts'

const NONE: DoorEntryState = { kind: 'none' }

interface DoorEntryOptions {
  readonly check: Check
  readonly eventId: string
  readonly gate: string
  readonly byItself: boolean
}

/** A check-in that failed after the next card was shown. Not told, the entry would be recorded nowhere. */
export interface LostEntry {
  readonly id: string
  /** Name, or card number. */
  readonly of: string
}
const LOST_MAX = 5

/** One id for all tries: a call whose response was lost and that is sent again counts once. */
interface Attempt {
  readonly number: number
  readonly id: string
  readonly at: string
}

/** The check-in of the card on the screen, by a key or by itself. */
export function useDoorEntry({ check, eventId, gate, byItself }: DoorEntryOptions): {
  readonly entry: DoorEntryState
  readonly enter: () => void
  readonly lost: readonly LostEntry[]
  readonly forgetLost: () => void
} {
  const { t } = useTranslation('problems')
  const number = check.kind === 'idle' ? 0 : check.number
  const [state, setState] = useState<{ readonly number: number; readonly entry: DoorEntryState }>({
    number: 0,
    entry: NONE,
  })
  const attempt = useRef<Attempt>(undefined)
  const busy = useRef(false)
  const [lost, setLost] = useState<readonly LostEntry[]>([])
  const onScreen = useRef(number)
  useEffect(() => {
    onScreen.current = number
  }, [number])
  useEffect(() => {
    if (lost.length === 0) return undefined
    const timer = setTimeout(() => setLost([]), UNUSED_LIMIT_MS) // no name stays on an unattended screen
    return () => clearTimeout(timer)
  }, [lost])
  const entry = state.number === number ? state.entry : NONE

  const enter = useCallback((): void => {
    if (check.kind !== 'shown' || !mayEnter(check) || check.reply.cardId === null) return
    if (busy.current && attempt.current?.number === check.number) return
    if (attempt.current?.number !== check.number)
      attempt.current = {
        number: check.number,
        id: crypto.randomUUID(),
        at: new Date().toISOString(),
      }
    const { id, at } = attempt.current
    const { number: card, reply, input } = check
    // The signed text proves the number, so the door keeps checking when no more numbers may be looked up.
    const proof = input.kind === 'scanned' ? { payload: input.text } : {}
    busy.current = true
    setState({ number: card, entry: { kind: 'sending' } })
    const record = async (cardId: string): Promise<DoorEntryState> => {
      try {
        const { results } = await ask(checkIn, {
          params: { id: eventId },
          body: { checkIns: [{ id, at, cardId, gate: gate.trim(), ...proof }] },
        })
        const [result] = results
        if (result?.result !== 'unknown-member') ownEntries.add({ cardId, at })
        if (result === undefined || result.result === 'unknown-member') return { kind: 'inactive' }
        return result.result === 'second' && result.first !== null
          ? { kind: 'second', first: result.first }
          : { kind: 'recorded', at, voices: result.voices }
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        return { kind: 'failed', text: problemText(t, error) ?? '' }
      }
    }
    const finish = async (cardId: string): Promise<void> => {
      const next = await record(cardId)
      if (onScreen.current !== card && next.kind !== 'recorded')
        setLost((before) => [{ id, of: reply.name ?? cardId }, ...before].slice(0, LOST_MAX))
      if (attempt.current?.id !== id) return // another card is on the screen
      busy.current = false
      setState({ number: card, entry: next })
    }
    void finish(check.reply.cardId)
  }, [check, eventId, gate, t])

  useEffect(() => {
    if (byItself && mayEnterByItself(check) && entry.kind === 'none') enter()
  }, [byItself, check, entry.kind, enter])
  return { entry, enter, lost, forgetLost: () => setLost([]) }
}
