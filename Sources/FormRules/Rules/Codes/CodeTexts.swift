/// Files of `Tables/` without their comments, written by `RECORD=1 swift test --filter
/// TableFileTests`: do not edit. A file's second paragraph has a constant of its own. As long as
/// those files are.
enum CodeTexts {
  static let cards = #"""
    amex 34 37 = 15
    mastercard 51-55 2221-2720 677189 = 16
    maestro 50 56-58 6304 6390 67 5893 = 12-19
    visaElectron 417500 4026 4405 4508 4844 4913 4917 = 13 16
    visa 4 = 13 16 18-19
    discover 6011 644-649 65 = 16-19
    dinersClub 300-305 3095 36 38-39 = 14 16-19
    jcb 3528-3589 = 16-19
    jcb 1800 2131 = 15-16
    unionPay 62 81 = 16-19
    mir 2200-2204 = 16-19
    elo 401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 650901-650978 651652-651679 655000-655019 655021-655058 = 16
    hiper 637095 637568 637599 637609 637612 63737423 63743358 = 16
    hipercard 606282 = 16 19
    naranja 589562 402917-402918 527571-527572 = 16
    rupay 508500-508999 60 6521-6522 82 = 16
    troy 9792 650274 = 16
    uatp 1 = 15
    verve 506099-506198 507865-507964 650002-650027 = 16 18-19
    instaPayment 637-639 = 16
    """#

  static let iban = #"""
    AD 8n12c
    AE 19n
    AL 8n16c
    AT 16n
    AZ 4a20c
    BA 16n
    BE 12n
    BG 4a6n8c
    BH 4a14c
    BI 23n
    BR 23n1a1c
    BY 4c4n16c
    CH 5n12c
    CR 18n
    CY 8n16c
    CZ 20n
    DE 18n
    DJ 23n
    DK 14n
    DO 4c20n
    EE 16n
    EG 25n
    ES 20n
    FI 14n
    FK 2a12n
    FO 14n
    FR 10n11c2n
    GB 4a14n
    GE 2a16n
    GI 4a15c
    GL 14n
    GR 7n16c
    GT 24c
    HN 4a20n
    HR 17n
    HU 24n
    IE 4a14n
    IL 19n
    IQ 4a15n
    IS 22n
    IT 1a10n12c
    JO 4a4n18c
    KW 4a22c
    KZ 3n13c
    LB 4n20c
    LC 4a24c
    LI 5n12c
    LT 16n
    LU 3n13c
    LV 4a13c
    LY 21n
    MC 10n11c2n
    MD 20c
    ME 18n
    MK 3n10c2n
    MN 16n
    MR 23n
    MT 4a5n18c
    MU 4a19n3a
    NI 4a20n
    NL 4a10n
    NO 11n
    OM 3n16c
    PK 4a16c
    PL 24n
    PS 4a21c
    PT 21n
    QA 4a21c
    RO 4a16c
    RS 18n
    RU 14n15c
    SA 2n18c
    SC 4a20n3a
    SD 14n
    SE 20n
    SI 15n
    SK 20n
    SM 1a10n12c
    SO 19n
    ST 21n
    SV 4a20n
    TL 19n
    TN 20n
    TR 6n16c
    UA 6n19c
    VA 18n
    VG 4a16n
    XK 16n
    YE 4a4n18c
    """#

  static let ibanOthers = #"""
    AO 21n
    AX 14n
    BF 2c22n
    BF 23n
    BJ 2c22n
    BL 10n11c2n
    CF 23n
    CG 23n
    CI 2c22n
    CM 23n
    CV 21n
    DZ 22n
    DZ 20n
    GA 23n
    GF 10n11c2n
    GP 10n11c2n
    GQ 23n
    GW 2c19n
    IR 22n
    KM 23n
    MA 24n
    MF 10n11c2n
    MG 23n
    ML 2c22n
    MQ 10n11c2n
    MZ 21n
    NC 10n11c2n
    NE 2a22n
    PF 10n11c2n
    PM 10n11c2n
    RE 10n11c2n
    SN 2c22n
    TD 23n
    TF 10n11c2n
    TG 2c22n
    WF 10n11c2n
    YT 10n11c2n
    """#

  static let postcodes = #"""
    AC ASCN 1ZZ
    AD AD[1-7]##
    AF ####
    AI {AI-}2640
    AL ####
    AM {37}####
    AR {[A-HJ-NP-Z]}[1-9]###{@@@}
    AS 96799{+####}
    AT [1-9]###
    AU ####
    AX 22###
    AZ {AZ }####
    BA [78]####
    BB BB#####
    BD [1-9]###
    BE [1-9]###
    BG [1-9]###
    BH [1-9]##|1[0-2]##
    BL 97[0178]##
    BM @@ ??
    BN @@ ####
    BR #####-###
    BT #####
    BY 2[1-4]####
    CA [ABCEGHJ-NPRSTVXY]#[ABCEGHJ-NPRSTV-Z]_#[ABCEGHJ-NPRSTV-Z]#
    CC 6799
    CH [1-9]###
    CL ###-####
    CN 0[1-7]####|1[0-356]####|2[0-7]####|3[0-6]####|4[0-7]####|5[1-7]####|6[1-7]####|7[1-5]####|8[13-6]####|9[09]####
    CO 0[58]####|1[135789]####|2[0357]####|4[147]####|5[024]####|6[368]####|7[036]####|8[1568]####|9[14579]####
    CR ####{#}
    CU {CP }[1-9]####
    CV ####
    CX 6798
    CY ####
    CZ [1-7]## ##
    DE 0[1-9]###|[1-9]####
    DK ####
    DO #####
    DZ #####
    EC {EC}######|@####@
    EE #####
    EG #####
    EH #####
    ES 0[1-9]###|[1-4]####|5[0-2]###
    ET ####
    FI #####
    FK FIQQ 1ZZ
    FM 9694[1-4]{+####}
    FO ###
    FR [0-8]####|9[0-5]###|97###|98###
    GB A[BL][1-9]{#} #**|B[ABDHLNRSTX][1-9]{#} #**|C[ABFHMORTVW][1-9]{#} #**|D[ADEGHLNTY][1-9]{#} #**|E[CHNX][1-9]{#} #**|F[KY][1-9]{#} #**|G[LUY][1-9]{#} #**|H[ADGPRSUX][1-9]{#} #**|I[GMPV][1-9]{#} #**|JE[1-9]{#} #**|K[ATWY][1-9]{#} #**|L[ADELNSU][1-9]{#} #**|M[EKL][1-9]{#} #**|N[EGNPRW][1-9]{#} #**|O[LX][1-9]{#} #**|P[AEHLOR][1-9]{#} #**|R[GHM][1-9]{#} #**|S[AEGKLMNOPRSTWY][1-9]{#} #**|T[ADFNQRSW][1-9]{#} #**|UB[1-9]{#} #**|W[ACDFNRSV][1-9]{#} #**|YO[1-9]{#} #**|ZE[1-9]{#} #**|[BEGLMNSW][1-9]{#} #**|BF1 #**|B[BLS]0 #**|C[MR]0 #**|FY0 #**|HA0 #**|PR0 #**|S[LS]0 #**|[ENW]1[A-HJKPSTUW] #**|EC[1-4][ABEHMNPRVWXY] #**|WC[12][ABEHMNPRVWXY] #**|[NS]W1[ABEHMNPRVWXY] #**|SE1[ABEHMNPRVWXY] #**|GIR 0AA|SAN TA1|BFPO {C/O }#{#}{#}{#}|ASCN 1ZZ|BBND 1ZZ|BIQQ 1ZZ|FIQQ 1ZZ|GX11 1AA|PCRN 1ZZ|SIQQ 1ZZ|STHL 1ZZ|TDCU 1ZZ|TKCA 1ZZ
    GE ####
    GF 973##
    GG GY[1-9]{#} #**
    GI GX11 1AA
    GL 39##|2412
    GN ###
    GP 97[01]##
    GR [1-8]## ##
    GS SIQQ 1ZZ
    GT #####
    GU 969[12]#{+####}|9693[12]{+####}
    GW ####
    HM ####
    HN #####
    HR [1-5]####
    HT {HT}####
    HU [1-9]###
    ID [1-9]####
    IE [AC-FHKNPRTV-Y]## ~~~~|D6W ~~~~
    IL ### ##|#######
    IM IM[1-9]{#} #**
    IN 1[1-9]# ###|2[0-8]# ###|3[0-46-9]# ###|4## ###|5[0-36-9]# ###|6[0-47-9]# ###|7## ###|8[0-5]# ###|9## ###
    IO BBND 1ZZ
    IQ #####
    IR #####-#####
    IS ###
    IT #####
    JE JE[1-9]{#} #**
    JO #####
    JP ###-####
    KE #####
    KG ######
    KH #####{#}
    KR [0-6]####|###-###
    KW #####
    KY KY[1-3]-####
    KZ ######
    LA #####
    LB ####{ ####}
    LI 948[5-9]|949[0-8]
    LK #####
    LR ####
    LS ###
    LT {LT-}#####
    LU {L-}####
    LV {LV-}[1-5]###
    MA #####
    MC 980##
    MD {MD-}####
    ME 8####
    MF 97[0178]##
    MG ###
    MH 969[67]#{+####}
    MK ####
    MM #####{##}
    MN #####
    MP 9695[0-2]{+####}
    MQ 972##
    MT @@@_##{##}
    MU #####|###@@###
    MV #####
    MW ######
    MX 0[1-9]###|1[0-6]###|[2-9]####
    MY #####
    MZ ####
    NA #####
    NC 988##
    NE ####
    NF 2899
    NG ######
    NI #####
    NL [1-9]### [A-RT-Z]@|[1-9]### S[B-CE-RT-Z]
    NO ####
    NP #####
    NZ ####
    OM {PC }###
    PA ####{#}
    PE LIMA #{#}|CALLAO {0}#|[0-2]####
    PF 987##
    PG ###
    PH ####
    PK #####
    PL ##=###
    PM 97500
    PN PCRN 1ZZ
    PR 00[679]##{+####}
    PS ###
    PT [1-9]###=###
    PW 96939{+####}|96940{+####}
    PY ####{##}
    RE 974##
    RO ######
    RS #####{#}
    RU ######
    SA #####{-####}
    SD #####
    SE {SE-}[1-9]## ##
    SG ######
    SH ASCN 1ZZ|STHL 1ZZ|TDCU 1ZZ
    SI {SI-}[1-9]###
    SJ 917#|8099
    SK [089]## ##
    SM 4789#
    SN #####
    SO @@ #####
    SV {CP }[1-3][1-7][0-3]#
    SZ [HLMS]###
    TA TDCU 1ZZ
    TC TKCA 1ZZ
    TD ######
    TH [1-9]####
    TJ ######
    TM ######
    TN ####
    TR #####
    TT ######
    TW ###{##}|######
    TZ ####{#}
    UA 0[1-9]###|[1-9]####
    UM 96898{+####}
    US #####{+####}
    UY [1-9]####
    UZ ######
    VA 00120
    VC VC####
    VE ####{ @}
    VG VG####
    VI 008[0-4]#{+####}|0085[01]{+####}
    VN #####{#}
    WF 986##
    XK [1-7]####
    YT 976##
    ZA ####
    ZM #####
    """#

  static let vat = #"""
    AT AT U########
    BE BE ##########
    BG BG ######### ##########
    CH CHE ######### #########MWST #########TVA #########IVA
    CY CY ########@
    CZ CZ ######## ######### ##########
    DE DE #########
    DK DK ########
    EE EE #########
    ES ES @#######* ########@
    FI FI ########
    FR FR **#########
    GB GB ######### ############ GD### HA###
    GR EL #########
    HR HR ###########
    HU HU ########
    IE IE #######@ #######@@ #?#####@
    IT IT ###########
    LT LT ######### ############
    LU LU ########
    LV LV ###########
    MT MT ########
    NL NL #########B##
    NO NO #########MVA
    PL PL ##########
    PT PT #########
    RO RO ## ### #### ##### ###### ####### ######## ######### ##########
    SE SE ############
    SI SI ########
    SK SK ##########
    XI XI ######### ############ GD### HA###
    """#

  static let vatOthers = #"""
    AL AL @########@
    AR AR ###########
    AU AU ###########
    BO BO ####### ######## ######### ##########
    BR BR ########### ##############
    BY BY #########
    CA CA ######### #########RT####
    CL CL ########*
    CO CO ##########
    CR CR ######### ########## ########### ############
    DO DO ######### ###########
    EC EC #############
    GT GT #######* ########*
    ID ID ############### ################
    IL IL #########
    IN IN ##@@@@@####@*Z*
    IS IS ##### ######
    KZ KZ ############
    MK MK #############
    MX MX @@@######*** @@@@######***
    NG NG ############
    NI NI #############@ @#############
    NZ NZ ######## #########
    PE PE ###########
    PH PH ######### ############ ##############
    PY PY ####### ######## #########
    RS RS #########
    RU RU ########## ############
    SA SA ###############
    SM SM #####
    SV SV ##############
    TR TR ##########
    UA UA ############
    UY UY ############
    UZ UZ #########
    VE VE @#########
    """#
}
