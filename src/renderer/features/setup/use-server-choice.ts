import { useRef, useState } from 'react'
import type { ServerCheck } from '#shared/contract/ipc-desktop.ts'
import { logFailure } from '../../platform/log-failure.ts'
import { shell } from './shell.ts'

export type ServerFault = Extract<ServerCheck, { ok: false }>['fault']
export type ChoiceState =
  | { readonly kind: 'asked' }
  | { readonly kind: 'checking' }
  /** It is one of ours; nothing was changed yet. */
  | { readonly kind: 'found'; readonly origin: string }
  | { readonly kind: 'choosing'; readonly origin: string }
  | { readonly kind: 'fault'; readonly fault: ServerFault; readonly detail: string }
  /** Main did not do it: a disk that is full, a file that cannot be written. */
  | { readonly kind: 'failed' }

export function useServerChoice() {
  const [state, setState] = useState<ChoiceState>({ kind: 'asked' })
  const turn = useRef(0)

  /** An answer about an address that was changed meanwhile says nothing. */
  async function follow(work: Promise<ServerCheck>, then: (origin: string) => void): Promise<void> {
    turn.current += 1
    const mine = turn.current
    try {
      const answer = await work
      if (turn.current !== mine) return
      if (answer.ok) then(answer.origin)
      else setState({ kind: 'fault', fault: answer.fault, detail: answer.detail })
    } catch (error) {
      logFailure('The server could not be chosen', error)
      if (turn.current === mine) setState({ kind: 'failed' })
    }
  }

  return {
    state,
    /** The address is another one now. */
    forget: (): void => {
      turn.current += 1
      setState({ kind: 'asked' })
    },
    check: (text: string): Promise<void> => {
      setState({ kind: 'checking' })
      return follow(shell().invoke('server:check', text), (origin) =>
        setState({ kind: 'found', origin }),
      )
    },
    choose: (origin: string): Promise<void> => {
      setState({ kind: 'choosing', origin })
      return follow(shell().invoke('server:choose', origin), () => undefined) // main loads the interface anew
    },
  }
}
