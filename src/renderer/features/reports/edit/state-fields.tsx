import { useTranslation } from 'react-i18next'
import {
  isVerified,
  REPORT_STATUSES,
  type ReportStatus,
} from '#shared/domain/report/report-rules.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { SelectField } from '../../../ui/field/text-field.tsx'
import { STATUS_KEYS } from '../status-badge.tsx'
import { FormPart } from '../write/form-parts.tsx'
import { COMMENT_MAX_CHARS } from './edit-form.ts'
import type { EditState } from './use-edit-report.ts'

/** State and mark are one value: the box follows the list, and the list follows the box. */
export function StateFields({ edit }: { readonly edit: EditState }) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const { form, faults, change } = edit
  return (
    <FormPart title={t('edit.state')}>
      <SelectField
        label={t('field.status')}
        value={form.status}
        options={REPORT_STATUSES.map((status) => ({
          value: status,
          label: t(`reports:status.${STATUS_KEYS[status]}`),
        }))}
        onChange={({ target }) => change('status', target.value as ReportStatus)} // the options are the states
      />
      <Checkbox
        label={t('edit.markVerified')}
        hint={t('edit.markVerifiedHint')}
        checked={isVerified(form.status)}
        onChange={({ target }) => change('status', target.checked ? 'verified' : 'under review')}
        className="sm:mt-7"
      />
      <TextArea
        label={t('field.verifierComment')}
        hint={t('edit.commentHint')}
        error={faults.verifierComment}
        rows={3}
        dir="auto"
        maxChars={COMMENT_MAX_CHARS}
        value={form.verifierComment}
        onChange={({ target }) => change('verifierComment', target.value)}
        className="sm:col-span-2"
      />
    </FormPart>
  )
}
