import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { bridge } from '../../platform/bridge.ts'
import { logFailure } from '../../platform/log-failure.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { placeBefore } from './place-before.ts'

/** An app that cannot tell goes on as if it had one: its calls then say what is wrong. */
const UNKNOWN = 'unknown'

/** Stands before every page of the desktop app: without a server there is one page, and with one there is no first start. */
export function SetupGate({ children }: { readonly children: ReactNode }) {
  const [apiUrl, setApiUrl] = useState<string>()
  const { pathname } = useLocation()
  useEffect(() => {
    bridge()
      .invoke('app:info')
      .then((info) => setApiUrl(info.apiUrl))
      .catch((error: unknown) => {
        logFailure('The address of the server could not be read', error)
        setApiUrl(UNKNOWN)
      })
  }, [])
  if (apiUrl === undefined) return <PageSpinner />
  const instead = placeBefore(apiUrl, pathname)
  return instead === undefined ? children : <Navigate to={instead} replace />
}
