import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { notMe } from '#shared/contract/auth.ts'
import { ask } from '../../platform/calls/api.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { MailLinkPage, useMailLink } from '../../ui/form/mail-link.tsx'

/** The page of the link in the mail about a new sign-in. */
export function NotMePage() {
  const { t } = useTranslation('notMe')
  const end = useMailLink(
    async (token) => ask(notMe, { body: { token } }),
    (failure) => (failure.problem?.code === 'not-found' ? t('over') : problemText(t, failure)),
  )
  const reset = (
    <div>
      <LinkButton to="/reset-password">{t('reset')}</LinkButton>
    </div>
  )
  return (
    <MailLinkPage
      texts={{
        title: t('title'),
        broken: t('broken'),
        brokenText: t('brokenText'),
        lead: t('lead'),
        act: t('end'),
        wasMe: t('wasMe'),
      }}
      link={end}
      icon={<LogOut aria-hidden="true" size={20} className="mirror" />}
      variant="danger"
      wayOn={reset}
      done={
        <>
          <Notice tone="success" title={t('done')}>
            {t('doneText')}
          </Notice>
          {reset}
        </>
      }
    >
      {end.notice !== undefined && (
        <Notice tone="danger">
          <p>{end.notice}</p>
          {end.failure?.problem?.code === 'not-found' && <div className="mt-3">{reset}</div>}
        </Notice>
      )}
    </MailLinkPage>
  )
}
