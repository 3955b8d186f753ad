/** The sandbox's products, one a line: SKU | name | price in reais | description. A leading "-" marks an inactive one. */

export const padariaAurora = `
000123 | Pão Francês 50g | 0.95 | Assado de hora em hora, casca crocante
000124 | Pão Francês Integral 50g | 1.10 | Com farinha integral e fibras
000125 | Pão de Leite 60g | 1.80 | Macio, com um toque de manteiga
000126 | Pão de Milho 60g | 1.70 | Com fubá e erva-doce
000127 | Pão de Queijo 40g | 3.50 | Receita mineira com queijo meia cura
000128 | Pão de Queijo Coquetel 1kg | 42.00 | Congelado, para assar em casa
000129 | Pão de Forma Artesanal 500g | 14.90 | Fermentação natural de 24 horas
000130 | Pão de Forma Integral 500g | 16.50 | Sete grãos
000131 | Pão Italiano 400g | 15.90 | Levain, casca grossa
000132 | Pão Australiano 300g | 13.90 | Com mel e cacau
000133 | Pão de Batata 80g | 4.50 | Recheado com requeijão
000134 | Pão Sovado 500g | 11.90 | Levemente adocicado
000135 | Pão Doce com Creme 90g | 5.50 | Creme de baunilha e coco ralado
000136 | Pão de Hambúrguer Brioche 4 un | 18.90 | Amanteigado, com gergelim
000137 | Pão de Cachorro-Quente 6 un | 9.90 | Fofo, para lanches
000138 | Pão de Alho 400g | 19.90 | Pronto para o churrasco
000139 | Pão Sírio 6 un | 8.90 | Assado em pedra
000140 | Ciabatta 120g | 6.90 | Com azeite extravirgem
000141 | Baguete Tradicional 250g | 7.50 | Massa francesa
000142 | Baguete com Gergelim 250g | 8.50 | Gergelim branco e preto
000143 | Focaccia de Alecrim 300g | 17.90 | Alecrim fresco e sal grosso
000144 | Broa de Fubá 70g | 3.20 | Com erva-doce
000145 | Croissant de Manteiga 80g | 8.90 | Massa folhada em 27 camadas
000146 | Croissant de Presunto e Queijo 110g | 11.90 | Servido quente
000147 | Croissant de Chocolate 100g | 10.90 | Chocolate meio amargo
CAF-500 | Café Torrado 500g | 19.90 | Torra média, grãos do Sul de Minas
CAF-250 | Café Torrado 250g | 11.50 | Torra média, grãos do Sul de Minas
CAF-E50 | Café Expresso 50ml | 5.50 | Blend da casa
CAF-C20 | Café Coado 200ml | 4.90 | Passado na hora
CAF-CAP | Cappuccino Italiano 180ml | 9.90 | Leite vaporizado e canela
CAF-MCH | Mocha 200ml | 11.90 | Com calda de chocolate
CAF-LEI | Café com Leite 200ml | 6.50 | A média da padaria
CAF-GEL | Café Gelado 300ml | 12.90 | Extraído a frio por 12 horas
CHA-HOR | Chá de Hortelã 200ml | 5.90 | Folhas frescas
CHA-MAT | Chá Mate com Limão 300ml | 6.90 | Gelado
CHO-QTE | Chocolate Quente 200ml | 10.90 | Cremoso, 50% cacau
SUC-LAR | Suco de Laranja 300ml | 9.50 | Espremido na hora
SUC-ACA | Suco de Abacaxi com Hortelã 300ml | 10.50 | Sem adição de açúcar
SUC-MAR | Suco de Maracujá 300ml | 9.90 | Polpa natural
VIT-MOR | Vitamina de Morango 400ml | 13.90 | Com leite e aveia
AGU-500 | Água Mineral 500ml | 3.50 | Sem gás
AGU-G50 | Água Mineral com Gás 500ml | 4.00 | Com gás
ACU-001 | Açúcar Cristal 1kg | 4.99 | Pacote de 1 quilo
ACU-002 | Açúcar Refinado 1kg | 5.49 | Pacote de 1 quilo
ACU-003 | Açúcar Mascavo 500g | 9.90 | Escuro e úmido
ACU-004 | Açúcar de Confeiteiro 500g | 7.90 | Para glacês
FAR-001 | Farinha de Trigo 1kg | 6.49 | Tipo 1
FAR-002 | Farinha de Trigo Integral 1kg | 8.49 | Moída em pedra
FAR-003 | Farinha de Amêndoas 200g | 24.90 | Sem glúten
FAR-004 | Fubá Mimoso 500g | 4.29 | Para bolos e broas
FER-010 | Fermento Biológico Seco 10g | 2.49 | Sachê
FER-100 | Fermento Químico em Pó 100g | 4.79 | Lata
MAN-200 | Manteiga com Sal 200g | 12.90 | De primeira qualidade
MAN-201 | Manteiga sem Sal 200g | 12.90 | De primeira qualidade
QUE-MIN | Queijo Minas Frescal 500g | 22.90 | Da fazenda, chega às terças
QUE-MUS | Queijo Muçarela Fatiado 200g | 13.90 | Fatias finas
QUE-PRA | Queijo Prato Fatiado 200g | 14.50 | Fatias finas
QUE-CAN | Queijo Canastra 300g | 39.90 | Curado por 21 dias
REQ-200 | Requeijão Cremoso 200g | 9.90 | Copo de vidro
PRE-200 | Presunto Cozido Fatiado 200g | 10.90 | Sem capa de gordura
PEI-200 | Peito de Peru Fatiado 200g | 15.90 | Defumado
MOR-200 | Mortadela com Pistache 200g | 16.90 | Fatias finas
GEL-MOR | Geleia de Morango 230g | 18.90 | Pedaços de fruta
GEL-DAM | Geleia de Damasco 230g | 21.90 | Sem conservantes
GEL-PIM | Geleia de Pimenta 230g | 19.90 | Agridoce
DOC-LEI | Doce de Leite Viçosa 400g | 26.90 | O clássico mineiro
MEL-300 | Mel Silvestre 300g | 24.90 | Direto do apiário
BRI-TRA | Brigadeiro Tradicional | 4.00 | Granulado belga
BRI-MEI | Brigadeiro Meio Amargo | 4.50 | Cacau 70%
BRI-PIS | Brigadeiro de Pistache | 6.00 | Pistache torrado
BEI-001 | Beijinho de Coco | 4.00 | Com cravo
CAJ-001 | Cajuzinho | 4.00 | De amendoim
BEM-001 | Bem-Casado | 5.50 | Embalado um a um
QUI-001 | Quindim | 7.50 | Gemas e coco fresco
PUD-001 | Pudim de Leite Fatia | 9.90 | Sem furinhos
SON-CRE | Sonho de Creme | 7.90 | Creme de confeiteiro
SON-DOC | Sonho de Doce de Leite | 8.90 | Polvilhado com açúcar
BOM-001 | Bomba de Chocolate | 9.50 | Massa choux
CAR-001 | Carolina Recheada 6 un | 14.90 | Creme e chocolate
MIL-001 | Mil-Folhas | 12.90 | Creme de baunilha
TOR-MOR | Torta de Morango Fatia | 14.90 | Morangos frescos
TOR-LIM | Torta de Limão Fatia | 13.90 | Merengue maçaricado
TOR-FRA | Torta de Frango 1kg | 49.90 | Massa podre, com catupiry
TOR-MAC | Torta de Maçã Inteira | 69.90 | Canela e nozes
BOL-CEN | Bolo de Cenoura com Chocolate | 32.90 | Cobertura crocante
BOL-FUB | Bolo de Fubá Cremoso | 27.90 | Com queijo
BOL-LAR | Bolo de Laranja | 26.90 | Com calda
BOL-COC | Bolo Gelado de Coco Pedaço | 8.90 | Embrulhado em papel
BOL-FLO | Bolo Floresta Negra 2kg | 139.90 | Por encomenda, 24 horas antes
BOL-NIN | Bolo de Leite em Pó 2kg | 149.90 | Por encomenda, 24 horas antes
BOL-BAN | Bolo de Banana Integral | 29.90 | Sem açúcar refinado
BOL-MIL | Bolo de Milho Verde | 28.90 | Milho fresco
ROC-001 | Rocambole de Goiabada | 24.90 | Goiabada cascão
COX-FRA | Coxinha de Frango | 7.50 | Massa de batata
COX-CAT | Coxinha de Frango com Catupiry | 8.50 | A mais pedida
EMP-CAR | Empada de Carne-Seca | 8.90 | Massa que derrete
EMP-PAL | Empada de Palmito | 8.50 | Palmito pupunha
ESF-CAR | Esfiha de Carne | 6.50 | Assada
ESF-ESP | Esfiha de Espinafre | 6.50 | Com ricota
KIB-001 | Quibe Frito | 7.50 | Com hortelã
RIS-001 | Risole de Presunto e Queijo | 6.90 | Frito na hora
ENR-001 | Enroladinho de Salsicha | 6.50 | Assado
PAS-CAR | Pastel Assado de Carne | 8.90 | Massa folhada
QUI-LOR | Quiche de Alho-Poró | 16.90 | Porção individual
SAN-NAT | Sanduíche Natural de Frango | 15.90 | Pão integral e cenoura
SAN-MIS | Misto-Quente | 12.90 | Presunto e muçarela
SAN-BAU | Bauru da Casa | 18.90 | Rosbife, tomate e picles
TAP-COC | Tapioca de Coco | 11.90 | Com leite condensado
CUS-001 | Cuscuz de Milho | 9.90 | Com manteiga de garrafa
OMB-001 | Ovos Mexidos com Torrada | 16.90 | Dois ovos caipiras
TOS-001 | Torrada Temperada 150g | 8.90 | Ervas finas
TOS-002 | Torrada de Pão Italiano 150g | 9.90 | Alho e azeite
BIS-POL | Biscoito de Polvilho 100g | 6.90 | Crocante
BIS-AMA | Biscoito Amanteigado 200g | 13.90 | Lata decorada
BIS-NAT | Bolacha de Nata 200g | 11.90 | Receita da avó
SUS-001 | Suspiro 100g | 7.90 | Feito com claras pasteurizadas
PAN-500 | Panetone de Frutas 500g | 36.90 | De outubro a janeiro
PAN-501 | Chocotone 500g | 39.90 | Gotas de chocolate
COL-001 | Colomba Pascal 500g | 38.90 | Na Páscoa
GRA-001 | Granola Caseira 300g | 22.90 | Castanhas e uva-passa
CES-001 | Cesta de Café da Manhã | 129.90 | Para presentear; encomende na véspera
CHO-70P | Chocolate 70% Cacau 100g | 21.90 | Barra
CHO-100 | Cacau em Pó 100% 200g | 27.90 | Sem açúcar
PROMO_01 | Kit_Lanche Escolar | 24.90 | Pão de leite, suco e fruta
NUM-DOU | Número Dourado para Bolo | 9.90 | Informe o número no pedido
-VEL-ANT | Vela Antiga | 3.90 | Fora de linha
SAC-001 | Sacola de Papel | 0.50 | Reciclada
 | Produto A | 10.00 | 
 | Produto B | 20.00 | 
 | Produto C | 30.00 | 
`;

export const mercadoBeira = `
000123 | Arroz Branco Tipo 1 5kg | 27.90 | Grão longo e fino
000124 | Arroz Integral 1kg | 8.90 | Grão longo
000125 | Arroz Parboilizado 5kg | 29.90 | Não gruda
000201 | Feijão Carioca 1kg | 8.49 | Safra nova
000202 | Feijão Preto 1kg | 9.29 | Para feijoada
000203 | Feijão-Fradinho 500g | 6.90 | Para acarajé
000204 | Lentilha 500g | 9.90 | Graúda
000205 | Grão-de-Bico 500g | 10.90 | Seco
000301 | Macarrão Espaguete 500g | 4.79 | Com ovos
000302 | Macarrão Parafuso 500g | 4.79 | Com ovos
000303 | Lasanha Massa Fresca 500g | 11.90 | Pré-cozida
000401 | Óleo de Soja 900ml | 7.99 | Garrafa
000402 | Azeite Extravirgem 500ml | 42.90 | Acidez até 0,5%
000403 | Vinagre de Maçã 750ml | 5.90 | Garrafa
000404 | Sal Refinado 1kg | 2.99 | Iodado
000405 | Sal Grosso 1kg | 3.99 | Para churrasco
000501 | Açúcar Cristal 1kg | 4.79 | Pacote de 1 quilo
000502 | Açúcar Demerara 1kg | 8.90 | Orgânico
000503 | Café Torrado e Moído 500g | 18.90 | Embalado a vácuo
000504 | Café Solúvel 100g | 16.90 | Vidro
000505 | Achocolatado em Pó 400g | 9.90 | Lata
000506 | Leite Integral 1L | 5.49 | Longa vida
000507 | Leite Desnatado 1L | 5.49 | Longa vida
000508 | Leite Condensado 395g | 7.49 | Lata
000509 | Creme de Leite 200g | 3.99 | Caixinha
000510 | Iogurte Natural 170g | 3.79 | Sem açúcar
000511 | Manteiga com Sal 200g | 11.90 | Tablete
000512 | Margarina Cremosa 500g | 8.90 | 60% lipídios
000513 | Ovos Brancos Dúzia | 12.90 | Tamanho grande
000514 | Queijo Coalho no Espeto 7 un | 29.90 | Para grelhar
000601 | Banana-Prata kg | 6.99 | Vendida por peso
000602 | Maçã Fuji kg | 11.90 | Vendida por peso
000603 | Mamão Papaia un | 5.90 | Maduro
000604 | Abacate kg | 8.90 | Vendido por peso
000605 | Limão-Taiti kg | 5.90 | Vendido por peso
000606 | Tomate Italiano kg | 8.90 | Vendido por peso
000607 | Cebola kg | 4.99 | Vendida por peso
000608 | Alho 200g | 7.90 | Pacote
000609 | Batata-Inglesa kg | 5.99 | Lavada
000610 | Mandioca Descascada 1kg | 9.90 | Congelada
000611 | Alface Crespa un | 3.49 | Hidropônica
000612 | Couve Maço | 3.99 | Da horta
000613 | Salsinha e Cebolinha Maço | 2.99 | Cheiro-verde
000701 | Peito de Frango kg | 19.90 | Resfriado
000702 | Coxa e Sobrecoxa kg | 13.90 | Resfriada
000703 | Patinho Moído kg | 39.90 | Moído na hora
000704 | Picanha kg | 79.90 | Peça inteira
000705 | Linguiça Toscana kg | 22.90 | Fresca
000706 | Filé de Tilápia 800g | 44.90 | Congelado
000707 | Camarão Rosa 400g | 59.90 | Sem casca
000801 | Detergente Neutro 500ml | 2.49 | Biodegradável
000802 | Sabão em Pó 1,6kg | 19.90 | Roupas coloridas
000803 | Água Sanitária 2L | 6.90 | Cloro ativo 2%
000804 | Desinfetante Lavanda 1L | 7.90 | Mata 99,9% das bactérias
000805 | Álcool 70% 1L | 9.90 | Uso geral
000806 | Esponja Multiuso 3 un | 5.90 | Dupla face
000807 | Papel Higiênico 12 un | 21.90 | Folha dupla
000808 | Papel-Toalha 2 un | 6.90 | Folhas picotadas
000809 | Sabonete em Barra 85g | 2.79 | Erva-doce
000810 | Creme Dental 90g | 4.90 | Menta
000811 | Xampu Anticaspa 200ml | 17.90 | Uso diário
000901 | Refrigerante Guaraná 2L | 8.90 | Garrafa
000902 | Cerveja Pilsen Lata 350ml | 3.99 | Beba com moderação
000903 | Água de Coco 1L | 12.90 | Sem açúcar
PROMO_02 | Cesta_Básica 12 Itens | 119.90 | Confira a lista no balcão
-000999 | Lâmpada Incandescente 60W | 4.90 | Fora de linha
`;

export const confeitariaCeleste = `
TOR-HOL | Torta Holandesa | 89.90 | Creme leve e biscoito
TOR-ALE | Torta Alemã | 84.90 | Com chocolate ao leite
MAC-012 | Macarons 12 un | 72.00 | Sabores sortidos
`;
