/**
 * The receipt on A4, after the model Cerfa 11580. It is a French tax paper: its words stand here, in French, whatever the
 * reader's language is.
 */
import '../../../ui/layout/paper.css'
import './receipt-paper.css'
import type { ReactNode } from 'react'
import type { PrintedReceipt } from '#shared/contract/donation-receipts.ts'
import { ARTICLE_NAMES } from '#shared/domain/receipts/tax-receipt.ts'
import { createFormatter } from '../../../i18n/format.ts'

type Copy = NonNullable<PrintedReceipt['copy']>

const METHODS = {
  bank: 'Virement bancaire',
  card: 'Carte bancaire',
  paypal: 'Paiement en ligne (PayPal)',
} as const satisfies Record<Copy['method'], string>

const WORDS = {
  title: 'Reçu au titre des dons à certains organismes d’intérêt général',
  ofCode: 'du code général des impôts (CGI)',
  number: 'Numéro d’ordre du reçu',
  void: 'REÇU ANNULÉ – SANS VALEUR',
  attestation: 'Attestation',
  certified:
    'Le bénéficiaire reconnaît avoir reçu la somme indiquée ci-dessus, et certifie sur l’honneur que les dons et versements qu’il reçoit ouvrent droit à la réduction d’impôt prévue',
  ofCodeShort: 'du CGI.',
  issuedOn: 'Fait le',
  signature: 'Signature :',
  model: 'Selon le modèle Cerfa n° 11580 (article 200-5 du CGI).',
} as const

const french = createFormatter('fr')
const day = (date: string): string => french.date(date)

const euros = (cents: number): string =>
  new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(cents / 100)

const articles = (names: Copy['articles']): string =>
  new Intl.ListFormat('fr', { type: 'conjunction' }).format(
    names.map((name) => ARTICLE_NAMES[name]),
  )

type Line = readonly [label: string, value: ReactNode]

/** A line without a value is left out: an association may have an RNA and no SIREN. */
function Part({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

interface ReceiptPaperProps {
  readonly receipt: Pick<PrintedReceipt, 'number' | 'cancelled'>
  readonly copy: Copy
}

export function ReceiptPaper({ receipt: { number, cancelled }, copy }: ReceiptPaperProps) {
  const { association, donor, signer } = copy
  const several = copy.articles.length > 1
  return (
    <div className="paper-sheet receipt-paper" dir="ltr" lang="fr">
      <div className="receipt-head">
        <div>
          <h2>{WORDS.title}</h2>
          <p>
            {several ? 'Articles' : 'Article'} {articles(copy.articles)} {WORDS.ofCode}
          </p>
        </div>
        <p className="receipt-number">
          {WORDS.number} <strong>{number}</strong>
        </p>
      </div>
      {cancelled !== null && <p className="receipt-void">{WORDS.void}</p>}
      <Part
        title="Bénéficiaire des versements"
        lines={[
          ['Nom ou dénomination', association.name],
          ['Numéro RNA', association.rna],
          ['Numéro SIREN ou SIRET', association.siren],
          ['Adresse', association.seat],
          ['Objet', association.object],
          ['Qualité de l’organisme', association.category],
        ]}
      />
      <Part
        title="Donateur"
        lines={[
          ['Nom et prénoms, ou dénomination', donor.name],
          ['Adresse', donor.address],
        ]}
      />
      <Part
        title="Don"
        lines={[
          ['Montant', `${euros(copy.cents)}\n${copy.words}`],
          ['Date du versement', day(copy.receivedOn)],
          ['Forme du don', 'Déclaration de don manuel'],
          ['Nature du don', 'Numéraire'],
          ['Mode de versement', METHODS[copy.method]],
          ['Référence', copy.reference],
        ]}
      />
      <section>
        <h3>{WORDS.attestation}</h3>
        <p className="p-[3mm]">
          {WORDS.certified} {several ? 'aux articles' : 'à l’article'} {articles(copy.articles)}{' '}
          {WORDS.ofCodeShort}
        </p>
        <div className="receipt-sign">
          <p>
            {WORDS.issuedOn} {day(copy.issuedOn)}
          </p>
          <p>
            {signer.name}, {signer.capacity}
            <br />
            {WORDS.signature}
          </p>
        </div>
      </section>
      <p className="receipt-foot">{WORDS.model}</p>
    </div>
  )
}
