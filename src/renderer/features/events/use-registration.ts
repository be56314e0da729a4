import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelRegistration, registerForEvent } from '#shared/contract/events.ts'
import { ask, CallFailure } from '../../platform/api.ts'
import { type EventItem, eventQuery, keepEvent } from '../../platform/content-queries.ts'
import { announce } from '../../ui/announcer.tsx'

type Step = 'join' | 'leave'
/** What came of the last press; `back` is the step that undoes it. */
export interface Outcome {
  readonly kind: 'registered' | 'waiting' | 'left'
  readonly back: Step | undefined
}

interface Wish {
  readonly step: Step
  readonly undoable: boolean
}

/** Taking a place, giving it back, and the way to undo either. */
export function useRegistration(eventId: string) {
  const { t } = useTranslation('events')
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const change = useMutation({
    mutationFn: ({ step }: Wish): Promise<EventItem> =>
      ask(step === 'join' ? registerForEvent : cancelRegistration, { params: { id: eventId } }),
    onMutate: () => setOutcome(undefined),
    onSuccess(event, { step, undoable }) {
      keepEvent(event)
      const kind =
        step === 'leave' ? 'left' : event.registration === 'waiting' ? 'waiting' : 'registered'
      setOutcome({ kind, back: undoable ? (step === 'join' ? 'leave' : 'join') : undefined })
      announce(t(`outcome.${kind}`))
    },
    onError(failure) {
      // The event changed under our eyes (over, called off, gone): show it as it is now.
      const status = failure instanceof CallFailure ? failure.problem?.status : undefined
      if (status === 409 || status === 404)
        void client.invalidateQueries({ queryKey: eventQuery(eventId).queryKey })
    },
  })
  return {
    outcome,
    busy: change.isPending,
    error: change.error,
    go: (step: Step, undoable = true): void => change.mutate({ step, undoable }),
  }
}
