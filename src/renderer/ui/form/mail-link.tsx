import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { myAccount } from '#shared/contract/account.ts'
import { api } from '../../platform/calls/api.ts'
import type { CallFailure } from '../../platform/calls/call-failure.ts'
import { currentSession } from '../../platform/session/session.ts'
import { Button } from '../button/button.tsx'
import { useCall } from '../call/use-call.ts'
import { Notice } from '../feedback/notice.tsx'
import { Page } from '../layout/page.tsx'

/** 256 bits, base64url; anything else was cut off on its way through a mail program. */
const TOKEN = /^[\w-]{43}$/

/**
 * The call of a link in a mail that ends all sessions of an account. The token stands behind #.
 * @param show as in `useCall`
 */
export function useMailLink(
  call: (token: string) => Promise<unknown>,
  show?: (failure: CallFailure) => string,
) {
  const token = useLocation().hash.slice(1)
  const made = useCall(async () => {
    await call(token)
    // If this browser held one of the sessions, its next call finds out.
    if (currentSession().state === 'authenticated') void api.call(myAccount, {})
  }, show)
  return { ...made, isWhole: TOKEN.test(token) }
}

interface MailLinkPageProps {
  readonly texts: Readonly<
    Record<'title' | 'broken' | 'brokenText' | 'lead' | 'act' | 'wasMe', string>
  >
  readonly link: Pick<ReturnType<typeof useMailLink>, 'isWhole' | 'busy' | 'run' | 'done'>
  readonly icon: ReactNode
  readonly variant?: 'danger'
  /** Below the lead: what will happen, and what went wrong. */
  readonly children: ReactNode
  /** What can be done where the link is broken. */
  readonly wayOn?: ReactNode
  /** In place of all this, after the call. */
  readonly done: ReactNode
}

/** Nothing happens before the button is pressed: mail scanners open links. */
export function MailLinkPage({
  texts,
  link,
  icon,
  variant,
  children,
  wayOn,
  done,
}: MailLinkPageProps) {
  return (
    <Page title={texts.title}>
      <meta name="robots" content="noindex" />
      <div className="grid max-w-2xl gap-6">
        {!link.isWhole ? (
          <>
            <Notice tone="danger" title={texts.broken}>
              {texts.brokenText}
            </Notice>
            {wayOn}
          </>
        ) : link.done !== undefined ? (
          done
        ) : (
          <>
            <p className="text-lg">{texts.lead}</p>
            {children}
            <div>
              <Button
                size="lg"
                {...(variant === undefined ? {} : { variant })}
                icon={icon}
                busy={link.busy}
                onClick={() => void link.run()}
                className="max-sm:w-full"
              >
                {texts.act}
              </Button>
            </div>
            <p className="text-muted">{texts.wasMe}</p>
          </>
        )}
      </div>
    </Page>
  )
}
