import { statementLines, type ReportText } from './report-texts.ts'

export const REPORTS_FR: readonly ReportText[] = [
  {
    category: 'racial-incitement',
    city: 'Marseille',
    description:
      'Des tracts anonymes ont été déposés dans les boîtes aux lettres de plusieurs immeubles. Ils appellent à « ne plus rien vendre ni acheter » aux membres d’une communauté et donnent les enseignes de trois commerces. Deux commerçants ont constaté une baisse nette de leur clientèle dans les semaines suivantes.',
    actor: 'Auteurs inconnus',
    actorName: 'Tract signé « Les Voisins vigilants du Sud »',
    actorDesc: 'Signature inconnue des associations locales ; aucune structure déclarée à ce nom.',
    actorAccount: 'Aucun compte connu',
    victim: 'Trois commerçants et leurs familles',
    evidence: [
      {
        kind: 'statement',
        text: 'Copie du tract, noms des commerces masqués.',
        lines: statementLines('Leaflets against shop owners'),
      },
      { kind: 'sketch-map', text: 'Croquis du quartier.' },
    ],
  },
  {
    category: 'racial-incitement',
    city: 'Toulouse',
    description:
      'Une chaîne de vidéos en direct a diffusé pendant trois soirées des propos affirmant qu’une tribu entière serait « responsable de la guerre » et qu’il faudrait « tenir des listes ». Des spectateurs ont publié des prénoms et des lieux de travail dans les commentaires, sans être modérés.',
    actor: 'Chaîne en ligne',
    actorName: 'Chaîne « Le Puits et la Corde »',
    actorDesc:
      'Diffusions nocturnes, animateur au visage masqué, environ huit cents spectateurs simultanés.',
    actorAccount: '@demo_puits_corde',
    victim: 'Personnes désignées dans les commentaires',
    evidence: [
      {
        kind: 'statement',
        text: 'Relevé des propos avec horodatage, établi par deux bénévoles qui ont visionné les trois soirées séparément puis comparé leurs notes. Les prénoms cités dans les commentaires ont été remplacés par des initiales fictives.',
        lines: statementLines('Live broadcasts on three evenings'),
      },
    ],
  },
  {
    category: 'civil-rights',
    city: 'Lille',
    description:
      'Une agence a refusé quatre dossiers de location complets, déposés par des familles originaires d’une même région, en invoquant à chaque fois un logement « déjà réservé ». Les annonces sont restées en ligne plus d’un mois. Un cinquième dossier, identique mais portant un autre nom, a reçu une proposition de visite le jour même.',
    actor: 'Agence immobilière',
    actorName: 'Agence dont le nom est conservé au bureau',
    actorDesc: 'Petite agence de quartier, deux salariés.',
    actorAccount: 'Aucun compte connu',
    victim: 'Quatre familles en recherche de logement',
    evidence: [
      {
        kind: 'statement',
        text: 'Tableau comparatif des cinq dossiers.',
        lines: statementLines('Five rental applications compared'),
      },
    ],
  },
  {
    category: 'civil-rights',
    city: 'N’Djamena',
    description:
      'Des familles arrivées récemment n’ont pas pu inscrire leurs enfants à l’école parce qu’on leur demandait un acte de naissance délivré par un bureau détruit. D’autres familles, dans la même situation mais d’une autre origine, ont obtenu une dispense. La question a été posée par écrit à l’administration, qui n’a pas répondu.',
    actor: 'Administration scolaire',
    actorName: 'Service des inscriptions',
    actorDesc: 'Décision prise au guichet, sans trace écrite.',
    actorAccount: 'Aucun compte connu',
    victim: 'Vingt-six enfants en âge scolaire',
    evidence: [],
  },
  {
    category: 'physical-violence',
    city: 'Nantes',
    description:
      'À la sortie d’une réunion publique, un bénévole a été bousculé et menacé par un homme qui lui reprochait de « parler au nom de tout le monde ». Les lunettes du bénévole ont été brisées. Des témoins sont intervenus et une plainte a été déposée le lendemain.',
    actor: 'Particulier',
    actorName: 'Homme non identifié',
    actorDesc: 'Une cinquantaine d’années, connu de vue par plusieurs participants.',
    actorAccount: 'Aucun compte connu',
    victim: 'Un bénévole de l’association',
    evidence: [
      {
        kind: 'statement',
        text: 'Témoignage de deux participantes.',
        lines: statementLines('Threats after a public meeting'),
      },
    ],
  },
  {
    category: 'physical-violence',
    city: 'Strasbourg',
    description:
      'Une étudiante qui avait partagé un recueil de témoignages a reçu plus de trois cents messages en deux jours, dont plusieurs menaces précises de violences. Son adresse a été publiée. Elle a dû quitter sa résidence pendant un mois. Le signalement à la plateforme a abouti au bout de dix jours.',
    actor: 'Comptes anonymes',
    actorName: 'Une douzaine de comptes coordonnés',
    actorDesc: 'Comptes créés la même semaine, publiant les mêmes phrases.',
    actorAccount: '@demo_compte_01 à @demo_compte_12',
    victim: 'Une étudiante',
    evidence: [
      {
        kind: 'statement',
        text: 'Relevé des messages, adresses retirées.',
        lines: statementLines('Coordinated threats online'),
      },
      { kind: 'skyline', text: 'Illustration : le quartier de la résidence.' },
    ],
  },
  {
    category: 'military-attacks',
    city: 'Kassala',
    description:
      'Un convoi de véhicules armés a encerclé à l’aube un campement de familles déplacées. Les habitants ont été triés selon leur lieu d’origine. Les abris d’un seul groupe ont été démontés et brûlés ; les autres ont été laissés intacts. Environ quatre-vingt-dix personnes se sont retrouvées sans abri.',
    actor: 'Groupe armé',
    actorName: 'Groupe se présentant comme « Colonne du Levant »',
    actorDesc:
      'Une quinzaine de véhicules sans plaques. Les hommes parlaient entre eux plusieurs dialectes.',
    actorAccount: 'Aucun compte connu',
    victim: 'Environ quatre-vingt-dix personnes déplacées',
    evidence: [
      { kind: 'skyline', text: 'Fumée observée depuis la ville, le matin des faits.' },
      { kind: 'sketch-map', text: 'Croquis du campement.' },
      { kind: 'road', text: 'Piste empruntée par le convoi.' },
    ],
  },
  {
    category: 'war-crimes',
    city: 'Atbara',
    description:
      'Les habitants d’un immeuble ont été contraints de rester chez eux pendant que des tireurs occupaient le toit et les deux derniers étages. Leurs demandes de partir ont été refusées durant quatre jours. L’immeuble a été touché à plusieurs reprises. Deux personnes âgées, privées de leurs médicaments, ont dû être hospitalisées dès que la sortie a été possible. Les familles ont perdu l’essentiel de leurs biens et vivent aujourd’hui chez des proches, dans trois villes différentes. Elles demandent que l’usage de civils comme protection soit reconnu et consigné.',
    actor: 'Groupe armé',
    actorName: 'Combattants non identifiés',
    actorDesc: 'Une dizaine d’hommes, relevés chaque nuit.',
    actorAccount: 'Aucun compte connu',
    victim: 'Neuf familles d’un même immeuble',
    evidence: [
      {
        kind: 'statement',
        text: 'Déclaration commune de cinq familles.',
        lines: statementLines('Residents held in their building'),
      },
      { kind: 'skyline', text: 'Vue du quartier après les faits.' },
    ],
  },
  {
    category: 'war-crimes',
    city: 'Kosti',
    description:
      'Un entrepôt d’aide alimentaire clairement signalé a été pillé puis incendié. Les gardiens, non armés, ont été enfermés dans un véhicule pendant plusieurs heures. La quantité perdue correspondait à un mois de rations pour quatre mille personnes. Aucune enquête n’a été ouverte à notre connaissance.',
    actor: 'Groupe armé',
    actorName: 'Inconnu',
    actorDesc: 'Hommes arrivés avec leurs propres camions et une liste des stocks.',
    actorAccount: 'Aucun compte connu',
    victim: 'Environ quatre mille bénéficiaires',
    evidence: [{ kind: 'skyline', text: 'Incendie vu de loin.' }],
  },
  {
    category: 'civil-rights',
    city: 'Geneva',
    description:
      'Un service de transfert d’argent a bloqué sans explication les envois de membres d’une même communauté vers leurs familles. Aux guichets, il leur a été répondu que « leur région » n’était plus desservie, alors que d’autres clients continuaient d’y envoyer de l’argent. Trente et une réclamations écrites sont restées sans réponse.',
    actor: 'Entreprise',
    actorName: 'Service de transfert, nom conservé au bureau',
    actorDesc: 'Réseau de guichets présent dans plusieurs pays.',
    actorAccount: 'Aucun compte connu',
    victim: 'Trente et un clients et leurs proches',
    evidence: [
      {
        kind: 'statement',
        text: 'Liste anonymisée des réclamations.',
        lines: statementLines('Blocked money transfers'),
      },
    ],
  },
]
