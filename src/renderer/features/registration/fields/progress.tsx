import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Application } from '../application.ts'
import { useWizard } from '../wizard.ts'
import { type Faults, faultsOf, type Progress, progressOf } from './faults.ts'

interface ProgressState extends Progress {
  /** The missing and wrong fields, whether shown or not. */
  readonly faults: Faults
}

const Context = createContext<ProgressState | undefined>(undefined)

export function useProgress(): ProgressState {
  const state = useContext(Context)
  if (state === undefined) throw new Error('Put this inside a <FormProgress>')
  return state
}

/**
 * Validates once after each change, for all components that show the progress; the fields themselves do not render
 * again.
 */
export function FormProgress({ children }: { readonly children: ReactNode }) {
  const { control, getValues } = useFormContext<Application>()
  const watched = useWatch({ control })
  const [first, second] = useWizard((state) => state.sum)
  const [now] = useState(() => new Date())
  const state = useMemo(() => {
    const application = { ...getValues(), ...(watched as Application) } // as: each field has its default
    const faults = faultsOf(application, { now, sum: first + second })
    return { faults, ...progressOf(faults, application) }
  }, [getValues, watched, first, second, now])
  return <Context value={state}>{children}</Context>
}
