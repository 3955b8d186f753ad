import { both } from "./both";
import { quote } from "./quote";

type None = Record<string, never>;

/** Wording of the pages that a person sees in the browser. */
export const pageMessages = both({
  en: {
    "page.home.title": (_: None) => "bitERP for assistants",
    "page.home.what": (_: None) =>
      "This server lets an AI assistant work with your companies' products in bitERP: find, create, change and delete them, one or many at a time. You sign in and decide what the assistant may do.",
    "page.home.paste": (_: None) => "Address to add to the assistant as a remote MCP server (connector):",
    "page.home.steps": (_: None) =>
      "Paste it there, sign in when the browser opens, choose what to allow, and ask in plain language.",

    "page.sign_in.title": (_: None) => "Sign in",
    "page.sign_in.sandbox": (_: None) =>
      "This is a sandbox with made-up companies, on your own machine. Choose who you want to be; there is no password.",
    "page.sign_in.choose": (_: None) => "People of the sandbox",
    "page.sign_in.as": (v: { name: string; email: string }) => `${v.name} (${v.email})`,
    "page.sign_in.unknown": (_: None) => "This person does not exist here. Choose one from the list.",
    "page.sign_in.asks": (v: { client: string; host: string }) =>
      `A program that calls itself ${quote(v.client)} wants to work in bitERP for you; its answer would go to ${quote(v.host)}. Go on only if you have just started this there.`,
    "page.sign_in.remote": (v: { host: string }) =>
      `You sign in at bitERP (${v.host}) and come back here to decide what the program may do. Your password never passes through this server.`,
    "page.sign_in.go": (_: None) => "Go on to bitERP",
    "page.sign_in.no_biterp": (_: None) =>
      "No bitERP is configured: BITERP_URL must be set. The sandbox with made-up companies is served only in development, on localhost.",
    "page.sign_in.ended": (_: None) => "You are signed out in this browser.",

    "page.consent.title": (v: { client: string }) => `Allow ${quote(v.client)} to use bitERP?`,
    "page.consent.claim": (v: { client: string }) =>
      `The program calls itself ${quote(v.client)}. That is its own claim; nobody has checked it.`,
    "page.consent.domain": (v: { domain: string }) => `It is published at ${quote(v.domain)}.`,
    "page.consent.redirect": (v: { host: string }) => `After this, your browser is sent to ${quote(v.host)}.`,
    "page.consent.loopback": (_: None) =>
      "That is a program on your own computer. Go on only if you have just started this from there.",
    "page.consent.person": (v: { name: string }) => `Signed in as ${v.name}.`,
    "page.consent.not_you": (_: None) => "Not you? Sign out",
    "page.consent.scopes": (_: None) => "What it may do",
    "page.consent.tenants": (_: None) => "In which companies",
    "page.consent.all_tenants": (_: None) => "All my companies, those of the future too",
    "page.consent.one_tenant": (v: { company: string; slug: string }) =>
      `Only ${quote(v.company)} (${v.slug})`,
    "page.consent.modes": (_: None) => "How changes are confirmed",
    "page.consent.modes_later": (_: None) =>
      "You can change this later on this server’s page “Programs that may act for you”.",
    "page.consent.role": (_: None) => "It can never do more than your own role in the company allows.",
    "page.consent.approve": (_: None) => "Allow",
    "page.consent.deny": (_: None) => "Do not allow",

    "page.scope.products:read": (_: None) => "See products: names, prices, SKUs, descriptions.",
    "page.scope.products:create": (_: None) => "Create new products.",
    "page.scope.products:update": (_: None) =>
      "Change products: prices, names, descriptions, active or not; and, where bitERP allows it, restore deleted ones.",
    "page.scope.products:delete": (_: None) => "Delete products.",

    "page.mode.assistant": (_: None) =>
      "The assistant asks me. Changing or deleting several products at once goes ahead only after a confirmation that the assistant is told to get from you; an assistant that ignores this could confirm by itself. This server does not ask about creating, restoring, or changing or deleting a single product.",
    "page.mode.browser": (_: None) =>
      "I approve on a page. Nothing is created, changed, deleted or restored, not even a single product, until I have approved it here, on a page of this server; the assistant gives me the address.",
    "page.mode.delegated": (_: None) =>
      "The program has its own confirmation. This server asks nothing and carries out every call at once, deletions too. Choose this only for a program of yours that asks by itself, such as an agent framework with rules for its tools.",
    "page.mode.name.assistant": (_: None) => "Assistant (usual)",
    "page.mode.name.browser": (_: None) => "On a page (strictest)",
    "page.mode.name.delegated": (_: None) => "Delegated",

    "page.approve.title": (_: None) => "Do you approve this?",
    "page.approve.title_running": (_: None) => "In progress",
    "page.approve.title_ended": (_: None) => "What happened",
    "page.approve.asked_by": (v: { client: string; host: string }) =>
      `A program that calls itself ${quote(v.client)} (${quote(v.host)}) asks for this:`,
    "page.approve.yes": (_: None) => "Approve",
    "page.approve.no": (_: None) => "Do not approve",
    "page.approve.RUNNING": (_: None) => "This is being done now. The page looks again by itself.",
    "page.approve.EXPIRED": (_: None) =>
      "The question has expired and nothing was done. Ask the assistant again.",
    "page.approve.ended": (v: { total: number; succeeded: number; company: string }) =>
      `Done: ${v.succeeded} of ${v.total}, in ${v.company}.`,
    "page.approve.done": (v: { called: string; why: string }) => `${v.called} — done`,
    "page.approve.failed": (v: { called: string; why: string }) => `${v.called} — not done: ${v.why}`,
    "page.approve.back": (_: None) => "You can close this page and go back to the assistant.",

    "page.connections.title": (_: None) => "Programs that may act for you",
    "page.connections.none": (_: None) => "You have not allowed any program to act for you.",
    "page.connections.what": (_: None) =>
      "Each was allowed by you. Ending a connection takes effect at once; a stricter confirmation also holds for what is being asked at the moment.",
    "page.connections.one": (v: { client: string; host: string }) =>
      `Calls itself ${quote(v.client)} (${quote(v.host)})`,
    "page.connections.since": (v: { day: string }) => `Allowed on ${v.day}.`,
    "page.connections.all_tenants": (_: None) => "In all your companies.",
    "page.connections.one_tenant": (v: { company: string }) => `Only in ${quote(v.company)}.`,
    "page.connections.mode": (v: { mode: string }) => `Changes are confirmed: ${v.mode}`,
    "page.connections.save": (_: None) => "Save",
    "page.connections.end": (_: None) => "End this connection",

    "page.problem.title": (_: None) => "This does not work",
    "page.problem.denied": (_: None) =>
      "The sign-in at bitERP was not completed. Nothing was allowed. Start again from the program.",
    "page.problem.unnamed": (_: None) =>
      "bitERP says who you are by an e-mail address only, and an address can pass to somebody else. Nothing was allowed. Tell whoever runs this server: bitERP has to give an id of yours.",
    "page.problem.long": (_: None) =>
      "The address with which the program sent you here is too long. Nothing was allowed. Tell whoever makes the program.",
    "page.problem.unreachable": (_: None) =>
      "bitERP cannot be reached at the moment. Nothing was allowed. Please try again in a while.",
    "page.problem.unavailable": (_: None) =>
      "This server cannot reach its data at the moment. Nothing was changed. Please try again in a minute.",
    "page.problem.client": (_: None) =>
      "The program that sent you here could not be verified: its published description cannot be read. Nothing was allowed. Try again from the program.",
    "page.problem.offline": (_: None) =>
      "The program that sent you here is described by a page on the Internet, and this machine could not reach it. Nothing was allowed. Programs can register here instead, which needs no network: remove the connection in the program and add it again.",
    "page.problem.no_documents": (_: None) =>
      "The program that sent you here is described by a page on the Internet, and this server does not read such pages. Nothing was allowed. The program can register here instead: remove the connection in the program and add it again.",
    "page.problem.request": (_: None) =>
      "The program that sent you here is not known to this server, or wants an answer at an address that it has not registered. Nothing was allowed. Remove the connection in that program and add it again.",
    "page.problem.form": (_: None) =>
      "This form is too old, or was opened in another browser or by another person. Nothing was done. Open the page again, or start again from the program.",
    "page.problem.cross_site": (_: None) =>
      "This form was sent from another website. Nothing was done. Start again from the program you want to connect.",
    "page.problem.choice": (_: None) =>
      "The form holds a choice that does not exist or is no longer yours. Nothing was done. Go back and choose again.",
    "page.problem.answered": (_: None) =>
      "This form was answered already. Go back to the program, and start again from there if it is not connected.",
    "page.problem.no_operation": (_: None) =>
      "There is no such request of yours. It may be another person's, or of a company you no longer see. Check who you are signed in as, or ask the assistant again.",
    "page.problem.ended": (_: None) =>
      "The connection that asked for this has ended, so it will not be done. Connect the program again and ask anew.",
    "page.problem.absent": (_: None) => "There is no page at this address.",
    "page.problem.busy": (_: None) =>
      "Too many requests came from your network. Please try again in a minute.",
    "page.problem.internal": (_: None) => "Something went wrong on our side. Please try again.",
  },
  "pt-BR": {
    "page.home.title": () => "bitERP para assistentes",
    "page.home.what": () =>
      "Este servidor permite que um assistente de IA trabalhe com os produtos das suas empresas no bitERP: buscar, criar, alterar e excluir, um ou muitos de cada vez. Você entra e decide o que o assistente pode fazer.",
    "page.home.paste": () => "Endereço para adicionar ao assistente como servidor MCP remoto (conector):",
    "page.home.steps": () =>
      "Cole o endereço lá, entre quando o navegador abrir, escolha o que permitir e peça em linguagem comum.",

    "page.sign_in.title": () => "Entrar",
    "page.sign_in.sandbox": () =>
      "Este é um ambiente de testes com empresas fictícias, no seu próprio computador. Escolha quem você quer ser; não há senha.",
    "page.sign_in.choose": () => "Pessoas do ambiente de testes",
    "page.sign_in.as": (v) => `${v.name} (${v.email})`,
    "page.sign_in.unknown": () => "Esta pessoa não existe aqui. Escolha uma da lista.",
    "page.sign_in.asks": (v) =>
      `Um programa que se apresenta como ${quote(v.client)} quer trabalhar no bitERP por você; a resposta iria para ${quote(v.host)}. Continue somente se você acabou de começar por ele.`,
    "page.sign_in.remote": (v) =>
      `Você entra no bitERP (${v.host}) e volta para cá para decidir o que o programa pode fazer. Sua senha nunca passa por este servidor.`,
    "page.sign_in.go": () => "Continuar para o bitERP",
    "page.sign_in.no_biterp": () =>
      "Nenhum bitERP está configurado: é preciso definir BITERP_URL. O ambiente de testes com empresas fictícias só é servido em desenvolvimento, em localhost.",
    "page.sign_in.ended": () => "Você saiu neste navegador.",

    "page.consent.title": (v) => `Permitir que ${quote(v.client)} use o bitERP?`,
    "page.consent.claim": (v) =>
      `O programa se apresenta como ${quote(v.client)}. É ele mesmo que diz isso; ninguém conferiu.`,
    "page.consent.domain": (v) => `Ele é publicado em ${quote(v.domain)}.`,
    "page.consent.redirect": (v) => `Depois disto, seu navegador é enviado para ${quote(v.host)}.`,
    "page.consent.loopback": () =>
      "Trata-se de um programa no seu próprio computador. Continue somente se você acabou de começar por ele.",
    "page.consent.person": (v) => `Você entrou como ${v.name}.`,
    "page.consent.not_you": () => "Não é você? Sair",
    "page.consent.scopes": () => "O que ele pode fazer",
    "page.consent.tenants": () => "Em quais empresas",
    "page.consent.all_tenants": () => "Todas as minhas empresas, inclusive as futuras",
    "page.consent.one_tenant": (v) => `Somente ${quote(v.company)} (${v.slug})`,
    "page.consent.modes": () => "Como as alterações são confirmadas",
    "page.consent.modes_later": () =>
      "Você pode mudar isto depois, na página “Programas que podem agir por você” deste servidor.",
    "page.consent.role": () => "Ele nunca pode fazer mais do que o papel que você tem na empresa permite.",
    "page.consent.approve": () => "Permitir",
    "page.consent.deny": () => "Não permitir",

    "page.scope.products:read": () => "Ver produtos: nomes, preços, SKUs, descrições.",
    "page.scope.products:create": () => "Criar produtos novos.",
    "page.scope.products:update": () =>
      "Alterar produtos: preços, nomes, descrições, ativo ou não; e, onde o bitERP permite, restaurar os excluídos.",
    "page.scope.products:delete": () => "Excluir produtos.",

    "page.mode.assistant": () =>
      "O assistente me pergunta. Alterar ou excluir vários produtos de uma vez só acontece depois de uma confirmação que o assistente é orientado a pedir a você; um assistente que ignore isso poderia confirmar sozinho. Para criar, restaurar, e alterar ou excluir um único produto, este servidor não pergunta.",
    "page.mode.browser": () =>
      "Eu aprovo em uma página. Nada é criado, alterado, excluído ou restaurado, nem um único produto, antes que eu aprove aqui, em uma página deste servidor; o assistente me dá o endereço.",
    "page.mode.delegated": () =>
      "O programa tem a sua própria confirmação. Este servidor não pergunta nada e executa cada chamada na hora, exclusões também. Escolha isto somente para um programa seu que pergunte por conta própria, como um framework de agentes com regras para as ferramentas.",
    "page.mode.name.assistant": () => "Assistente (usual)",
    "page.mode.name.browser": () => "Em uma página (mais rigoroso)",
    "page.mode.name.delegated": () => "Delegado",

    "page.approve.title": () => "Você aprova?",
    "page.approve.title_running": () => "Em andamento",
    "page.approve.title_ended": () => "O que aconteceu",
    "page.approve.asked_by": (v) =>
      `Um programa que se apresenta como ${quote(v.client)} (${quote(v.host)}) pede isto:`,
    "page.approve.yes": () => "Aprovar",
    "page.approve.no": () => "Não aprovar",
    "page.approve.RUNNING": () => "Isto está sendo feito agora. A página se atualiza sozinha.",
    "page.approve.EXPIRED": () => "A pergunta expirou e nada foi feito. Peça de novo ao assistente.",
    "page.approve.ended": (v) => `Feito: ${v.succeeded} de ${v.total}, em ${v.company}.`,
    "page.approve.done": (v) => `${v.called} — feito`,
    "page.approve.failed": (v) => `${v.called} — não feito: ${v.why}`,
    "page.approve.back": () => "Você pode fechar esta página e voltar ao assistente.",

    "page.connections.title": () => "Programas que podem agir por você",
    "page.connections.none": () => "Você não permitiu que nenhum programa agisse por você.",
    "page.connections.what": () =>
      "Cada um foi permitido por você. Encerrar uma conexão tem efeito imediato; uma confirmação mais rigorosa vale também para o que está sendo perguntado agora.",
    "page.connections.one": (v) => `Apresenta-se como ${quote(v.client)} (${quote(v.host)})`,
    "page.connections.since": (v) => `Permitido em ${v.day}.`,
    "page.connections.all_tenants": () => "Em todas as suas empresas.",
    "page.connections.one_tenant": (v) => `Somente em ${quote(v.company)}.`,
    "page.connections.mode": (v) => `Confirmação das alterações: ${v.mode}`,
    "page.connections.save": () => "Salvar",
    "page.connections.end": () => "Encerrar esta conexão",

    "page.problem.title": () => "Isto não funciona",
    "page.problem.denied": () =>
      "A entrada no bitERP não foi concluída. Nada foi permitido. Comece de novo a partir do programa.",
    "page.problem.unnamed": () =>
      "O bitERP diz quem você é somente por um endereço de e-mail, e um endereço pode passar a outra pessoa. Nada foi permitido. Avise quem cuida deste servidor: o bitERP precisa dar um id seu.",
    "page.problem.long": () =>
      "O endereço com que o programa enviou você para cá é longo demais. Nada foi permitido. Avise quem faz o programa.",
    "page.problem.unreachable": () =>
      "O bitERP não pode ser alcançado agora. Nada foi permitido. Tente de novo daqui a pouco.",
    "page.problem.unavailable": () =>
      "Este servidor não alcança seus dados agora. Nada foi alterado. Tente de novo daqui a um minuto.",
    "page.problem.client": () =>
      "O programa que enviou você para cá não pôde ser verificado: não foi possível ler a descrição que ele publica. Nada foi permitido. Tente de novo a partir do programa.",
    "page.problem.offline": () =>
      "O programa que enviou você para cá é descrito por uma página na internet, e esta máquina não conseguiu alcançá-la. Nada foi permitido. Os programas podem se registrar aqui, o que não precisa de rede: remova a conexão no programa e adicione-a de novo.",
    "page.problem.no_documents": () =>
      "O programa que enviou você para cá é descrito por uma página na internet, e este servidor não lê essas páginas. Nada foi permitido. O programa pode se registrar aqui: remova a conexão no programa e adicione-a de novo.",
    "page.problem.request": () =>
      "O programa que enviou você para cá não é conhecido por este servidor, ou quer a resposta num endereço que não registrou. Nada foi permitido. Remova a conexão nesse programa e adicione-a de novo.",
    "page.problem.form": () =>
      "Este formulário é antigo demais, ou foi aberto em outro navegador ou por outra pessoa. Nada foi feito. Abra a página outra vez ou recomece a partir do programa.",
    "page.problem.cross_site": () =>
      "Este formulário foi enviado a partir de outro site. Nada foi feito. Comece de novo a partir do programa que você quer conectar.",
    "page.problem.choice": () =>
      "O formulário traz uma escolha que não existe ou que não é mais sua. Nada foi feito. Volte e escolha de novo.",
    "page.problem.answered": () =>
      "Este formulário já foi respondido. Volte ao programa e, se ele não estiver conectado, comece de novo por lá.",
    "page.problem.no_operation": () =>
      "Não há um pedido seu com este endereço. Ele pode ser de outra pessoa ou de uma empresa que você não vê mais. Confira como você entrou ou peça de novo ao assistente.",
    "page.problem.ended": () =>
      "A conexão que pediu isto foi encerrada; nada será feito. Conecte o programa de novo e peça outra vez.",
    "page.problem.absent": () => "Não há página neste endereço.",
    "page.problem.busy": () => "Sua rede enviou pedidos demais. Tente de novo daqui a um minuto.",
    "page.problem.internal": () => "Algo falhou do nosso lado. Tente de novo.",
  },
});
